/** Lists the next scheduled scans and syncs of data sources. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"

const upcoming = z.object({
  kind: z.enum(["scan", "syncs"]),
  at: timestamp(),
  /** The project of a scan. Null for syncs. */
  project: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** For a scan, the number of answers that it requests. For syncs, the number of data sources due in the same hour. */
  count: z.int(),
})

export const listUpcoming = defineOperation({
  id: "home.listUpcoming",
  summary: "List what runs next",
  description:
    "Returns the next four scheduled scans, and the next hour in which data sources are synced. Earliest first.",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: z.array(upcoming),
  async handle({ team }) {
    const data = await rows(
      upcoming,
      sql`
        select * from (
          (select 'scan' as kind, p.next_scan_at as at, json_build_object('id', p.id, 'name', p.name) as project,
            ((select count(*) from ai_prompt m where m.team_id = ${team.id} and m.project_id = p.id and m.status = 'active')
              * p.runs_per_prompt * cardinality(p.asked_engines) * greatest(cardinality(p.regions), 1))::int as count
          from ai_project p where p.team_id = ${team.id} and p.status = 'active' and p.next_scan_at is not null
          order by p.next_scan_at, p.id limit 4)
          union all
          (select 'syncs', min(d.next_sync_at), null, count(*)::int
          from data_source d where d.team_id = ${team.id} and d.next_sync_at is not null
          group by date_trunc('hour', d.next_sync_at) order by min(d.next_sync_at) limit 1)) u order by at, project ->> 'id'`,
    )
    return { data }
  },
})
