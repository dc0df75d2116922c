/** Metrics of a project's latest finished scan, for display in lists. They cover unbranded prompts only. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { exampleId } from "@/domain/kernel/ids"
import { empty, type Sql, sql } from "@/prisma/client"

const counted = z
  .object({ value: z.number().nullable(), numerator: z.number(), denominator: z.number() })
  .meta({ id: "AiCount" })

export const latestMetrics = z
  .object({
    scan_id: z.string(),
    finished_at: timestamp(),
    visibility: counted.meta({
      description: "The answers that mention the brand, divided by all answers.",
    }),
    share_of_voice: counted.meta({
      description: "The brand's share of voice. `null` for brands that are not tracked.",
    }),
  })
  .meta({ id: "AiLatestFigures" })

/** SQL that selects the project's latest finished scan, for use as a subquery in "from". */
export const latestScan = (teamId: string, projectId: Sql) => sql`
  select s.id, s.finished_at from scan s where s.team_id = ${teamId} and s.project_id = ${projectId} and s.status in ('completed', 'partial')
  order by s.finished_at desc limit 1`

/** SQL expression for `latestMetrics` of a brand, on one engine or on all. Null before the first finished scan. */
export const latestMetricsOf = (teamId: string, projectId: Sql, brandId: Sql, engineId?: Sql) => sql`(
  select json_build_object('scan_id', l.id, 'finished_at', l.finished_at,
    'visibility', json_build_object('value', r.mentioned::float8 / r.answers, 'numerator', r.mentioned, 'denominator', r.answers),
    'share_of_voice', case when r.is_tracked then
      json_build_object('value', r.mentioned::float8 / nullif(r.brands_mentioned, 0), 'numerator', r.mentioned, 'denominator', r.brands_mentioned)
      else json_build_object('value', null, 'numerator', r.mentioned, 'denominator', r.brands_mentioned) end)
  from (${latestScan(teamId, projectId)}) l cross join lateral (
    select sum(r.mentioned) as mentioned, sum(r.answers) as answers, sum(r.brands_mentioned) as brands_mentioned,
      bool_or(named.kind in ('own', 'competitor')) as is_tracked
    from visibility_scan_brand r join ai_brand named on named.id = r.brand_id and named.team_id = ${teamId}
    where r.team_id = ${teamId} and r.scan_id = l.id and r.brand_id = ${brandId} and not r.is_branded${engineId ? sql` and r.engine_id = ${engineId}` : empty}) r
  where r.answers > 0)`

export const exampleLatest: z.infer<typeof latestMetrics> = {
  scan_id: exampleId("scan"),
  finished_at: "2026-11-16T05:12:40.000Z",
  visibility: { value: 0.833, numerator: 20, denominator: 24 },
  share_of_voice: { value: 0.171, numerator: 20, denominator: 117 },
}
