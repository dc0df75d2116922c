/** Archives a client. Its data stays readable, and nothing new is added. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { changeStatus } from "./change-status"
import { client, exampleClient } from "./client"

export const archiveClient = defineOperation({
  id: "clients.archive",
  summary: "Archive a client",
  description:
    "No new scan starts, nothing is imported, and the client's settings cannot change. A running scan finishes. Its metrics, reports and projects stay readable.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ client_id: id("client") }),
  output: client,
  example: exampleClient,
  fails: ["state_conflict"],
  async handle(ctx, { client_id }) {
    return {
      data: await changeStatus(ctx, client_id, {
        from: ["active", "paused"],
        to: "archived",
        action: "client.archived",
      }),
    }
  },
})
