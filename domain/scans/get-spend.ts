/** Returns what the team's scans cost this month, and the spend cap. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { exampleSpend, spend, spendOf } from "./spend-cap"

export const getSpend = defineOperation({
  id: "scans.getSpend",
  summary: "Get the cost of this month's scans",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: spend,
  example: exampleSpend,
  handle: async ({ team, now }) => ({ data: await spendOf(team.id, now()) }),
})
