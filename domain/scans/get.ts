/** Gets one scan. */
import { z } from "zod"
import { notFound } from "@/domain/errors"
import { id } from "@/domain/ids"
import { defineOperation } from "@/domain/operation"
import { rows, sql } from "@/prisma/client"
import { exampleScan, type Scan, scan, scanColumns } from "./scan"

export const getScan = defineOperation({
  id: "scans.get",
  summary: "Get a scan",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/scans/{scan_id}", tag: "AI visibility" },
  input: z.strictObject({ scan_id: id("scan") }),
  output: scan,
  example: exampleScan,
  async handle({ team }, { scan_id }) {
    const [data] = await rows<Scan>(
      sql`select ${scanColumns} from scan s where s.team_id = ${team.id} and s.id = ${scan_id}`,
    )
    if (!data) throw notFound("scan")
    return { data }
  },
})
