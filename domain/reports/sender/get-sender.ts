/** Gets the sender of the team's reports. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { findSender, sender } from "./sender"

export const getSender = defineOperation({
  id: "reports.getSender",
  summary: "Get the sender of reports",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: sender,
  handle: async ({ team }) => ({ data: await findSender(team.id) }),
})
