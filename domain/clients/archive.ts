/** Archives a client. Its data stays readable, and nothing new is added. */
import { defineOperation } from "@/domain/kernel/operation"
import { statusChange } from "./change-status"

export const archiveClient = defineOperation({
  id: "clients.archive",
  summary: "Archive a client",
  description:
    "No new scan starts, nothing is imported, and the client's settings cannot change. A running scan finishes. Its metrics, reports and projects stay readable.",
  role: "admin",
  ...statusChange({ from: ["active", "paused"], to: "archived", pastTense: "archived" }),
})
