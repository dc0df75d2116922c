/** Metrics of a project's latest finished scan, for display in lists. They cover unbranded prompts only. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { exampleId } from "@/domain/kernel/ids"
import { empty, type Sql, sql } from "@/prisma/client"

const counted = z
  .object({ value: z.number().nullable(), numerator: z.number(), denominator: z.number() })
  .meta({ id: "AiCount" })

export const latestFigures = z
  .object({
    scan_id: z.string(),
    finished_at: timestamp(),
    visibility: counted.meta({
      description:
        "The share of answers that mention the brand, as the mean over cells (prompt × engine × region). The numerator and the denominator are numbers of answers.",
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

/** SQL expression for `latestFigures` of a brand, on one engine or on all. Null before the first finished scan. */
export const latestFiguresOf = (teamId: string, projectId: Sql, brandId: Sql, engineId?: Sql) => sql`(
  select json_build_object('scan_id', l.id, 'finished_at', l.finished_at,
    'visibility', json_build_object('value', r.cell_rate_sum / r.cells_n, 'numerator', r.mentioned_n, 'denominator', r.answers_n),
    'share_of_voice', json_build_object('value', r.voice_n::float8 / nullif(r.all_n, 0), 'numerator', r.mentioned_n, 'denominator', r.all_n))
  from (${latestScan(teamId, projectId)}) l cross join lateral (
    select sum(r.cell_rate_sum) filter (where r.brand_id = ${brandId}) as cell_rate_sum, sum(r.cells_n) filter (where r.brand_id = ${brandId}) as cells_n,
      sum(r.mentioned_n) filter (where r.brand_id = ${brandId}) as mentioned_n, sum(r.answers_n) filter (where r.brand_id = ${brandId}) as answers_n,
      sum(r.mentioned_n) filter (where r.brand_id = ${brandId} and named.kind in ('own', 'competitor')) as voice_n,
      coalesce(sum(r.mentioned_n) filter (where named.kind in ('own', 'competitor')), 0) as all_n
    from ai_metric_rollup r join ai_brand named on named.id = r.brand_id and named.team_id = ${teamId}
    where r.team_id = ${teamId} and r.scan_id = l.id and not r.is_branded${engineId ? sql` and r.engine_id = ${engineId}` : empty}) r
  where r.cells_n > 0)`

export const exampleLatest: z.infer<typeof latestFigures> = {
  scan_id: exampleId("scan"),
  finished_at: "2026-11-16T05:12:40.000Z",
  visibility: { value: 0.833, numerator: 20, denominator: 24 },
  share_of_voice: { value: 0.171, numerator: 20, denominator: 117 },
}
