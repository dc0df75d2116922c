/** Lists projects whose most recent scan failed in the last seven days. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"

const failedScan = z.object({
  id: z.string(),
  project: z.object({ id: z.string(), name: z.string() }),
  error_code: z.string().nullable(),
  finished_at: timestamp(),
})

export const listFailedScans = defineOperation({
  id: "home.listFailedScans",
  summary: "List projects whose most recent scan failed",
  description:
    "Returns the most recent scan of each project, if it failed in the last seven days. Newest first, at most five.",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: z.array(failedScan),
  async handle({ team, now }) {
    const data = await rows(
      failedScan,
      sql`
        select s.id, json_build_object('id', p.id, 'name', p.name) as project, s.error_code, s.finished_at
        from ai_project p cross join lateral (
          select * from scan s where s.team_id = ${team.id} and s.project_id = p.id and s.status <> 'canceled' and s.selection is null order by s.id desc limit 1) s
        where p.team_id = ${team.id} and p.status <> 'archived' and s.status = 'failed'
          and s.finished_at >= ${now()}::timestamptz - interval '7 days'
        order by s.finished_at desc, s.id desc limit 5`,
    )
    return { data }
  },
})
