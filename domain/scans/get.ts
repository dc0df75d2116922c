/** Returns one scan. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { exampleScan, findScan, scan } from "./scan"

export const getScan = defineOperation({
  id: "scans.get",
  summary: "Get a scan",
  description:
    "Returns a scan with its status, the number of answered and failed questions, and the reasons for failures.",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/scans/{scan_id}", tag: "AI visibility" },
  input: z.strictObject({ scan_id: id("scan") }),
  output: scan,
  example: exampleScan,
  async handle({ team }, { scan_id }) {
    return { data: await findScan(team.id, scan_id) }
  },
})
