/** Pauses an active client. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { changeStatus } from "./change-status"
import { client, exampleClient } from "./client"

export const pauseClient = defineOperation({
  id: "clients.pause",
  summary: "Pause a client",
  description:
    "Stops new scans of the client's projects. A running scan finishes. Metrics can still be imported, and everything stays readable.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ client_id: id("client") }),
  output: client,
  example: exampleClient,
  fails: ["state_conflict"],
  async handle(ctx, { client_id }) {
    return { data: await changeStatus(ctx, client_id, { from: ["active"], to: "paused", action: "client.paused" }) }
  },
})
