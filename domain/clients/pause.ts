/** Pauses an active client. */
import { defineOperation } from "@/domain/kernel/operation"
import { statusChange } from "./change-status"

export const pauseClient = defineOperation({
  id: "clients.pause",
  summary: "Pause a client",
  description:
    "Stops new scans of the client's projects. A running scan finishes. Metrics can still be imported, and everything stays readable.",
  role: "member",
  ...statusChange({ from: ["active"], to: "paused", pastTense: "paused" }),
})
