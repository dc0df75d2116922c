/** Returns what the team's scans cost this month, and the spend cap. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { readSpend, spend } from "./spend-cap"

export const getSpend = defineOperation({
  id: "scans.getSpend",
  summary: "Get the cost of this month's scans",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: spend,
  handle: async ({ team, now }) => ({ data: await readSpend(team.id, now()) }),
})
