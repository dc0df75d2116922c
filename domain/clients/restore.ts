/** Restores an archived client. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { changeStatus } from "./change-status"
import { client, exampleClient } from "./client"

export const restoreClient = defineOperation({
  id: "clients.restore",
  summary: "Restore an archived client",
  description: "Makes the client active again. Scheduled scans start at their next scheduled time.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ client_id: id("client") }),
  output: client,
  example: exampleClient,
  fails: ["state_conflict"],
  async handle(ctx, { client_id }) {
    return { data: await changeStatus(ctx, client_id, { from: ["archived"], to: "active", action: "client.restored" }) }
  },
})
