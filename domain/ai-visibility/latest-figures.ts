/** The figures of a project's latest finished scan, as lists show them beside each thing. Unbranded prompts only. */
import { z } from "zod"
import { timestamp } from "@/domain/fields"
import { exampleId } from "@/domain/ids"
import { type Sql, sql } from "@/prisma/client"

const counted = z
  .object({ value: z.number().nullable(), numerator: z.number(), denominator: z.number() })
  .meta({ id: "AiCount" })

export const latestFigures = z
  .object({
    scan_id: z.string(),
    finished_at: timestamp(),
    visibility: counted.meta({ description: "The mean over cells; numerator and denominator are answers" }),
    share_of_voice: counted,
  })
  .meta({ id: "AiLatestFigures" })

/** Ids of the project's finished scans, the latest first; goes into `from (…)`. */
export const latestScan = (teamId: string, projectId: Sql) => sql`
  select s.id, s.finished_at from scan s where s.team_id = ${teamId} and s.project_id = ${projectId} and s.status in ('completed', 'partial')
  order by s.finished_at desc limit 1`

/** The object above for a brand, on one engine or (empty) on all, as an expression; null before the first scan. */
export const latestFiguresOf = (teamId: string, projectId: Sql, brandId: Sql, engineId = sql`''`) => sql`(
  select json_build_object('scan_id', l.id, 'finished_at', l.finished_at,
    'visibility', json_build_object('value', r.cell_rate_sum / nullif(r.cells_n, 0), 'numerator', r.mentioned_n, 'denominator', r.answers_n),
    'share_of_voice', json_build_object('value', r.mentioned_n::float8 / nullif(r.brand_mentions_total_n, 0),
      'numerator', r.mentioned_n, 'denominator', r.brand_mentions_total_n))
  from (${latestScan(teamId, projectId)}) l
  join ai_metric_rollup r on r.team_id = ${teamId} and r.period_id = l.id and r.brand_id = ${brandId} and r.engine_id = ${engineId}
    and r.region = '' and r.topic_id = '' and r.prompt_scope = 'unbranded')`

export const exampleLatest: z.infer<typeof latestFigures> = {
  scan_id: exampleId("scan"),
  finished_at: "2026-11-16T05:12:40.000Z",
  visibility: { value: 0.833, numerator: 20, denominator: 24 },
  share_of_voice: { value: 0.171, numerator: 20, denominator: 117 },
}
