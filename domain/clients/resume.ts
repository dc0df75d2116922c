/** Resumes a paused client. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { changeStatus } from "./change-status"
import { client, exampleClient } from "./client"

export const resumeClient = defineOperation({
  id: "clients.resume",
  summary: "Resume a paused client",
  description: "Scheduled scans start again at their next scheduled time. Missed scans are not repeated.",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ client_id: id("client") }),
  output: client,
  example: exampleClient,
  fails: ["state_conflict"],
  async handle(ctx, { client_id }) {
    return { data: await changeStatus(ctx, client_id, { from: ["paused"], to: "active", action: "client.resumed" }) }
  },
})
