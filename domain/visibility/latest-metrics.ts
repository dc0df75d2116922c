/** Builds the SQL for the metrics of a project's latest finished scan, for lists. They cover unbranded prompts only. */
import { z } from "zod"
import { latestScan, scanBeforeLatest } from "@/domain/answers/project-reads"
import { timestamp } from "@/domain/kernel/fields"
import { exampleId } from "@/domain/kernel/ids"
import { empty, type Sql, sql } from "@/prisma/client"

const ratio = z
  .object({
    value: z.number().nullable().meta({ description: "The value. `null` if nothing was counted." }),
    numerator: z.number().meta({ description: "The numerator of the value." }),
    denominator: z.number().meta({ description: "The denominator of the value." }),
  })
  .meta({ id: "AiCount" })

export const latestMetrics = z
  .object({
    scan_id: z.string().meta({ description: "The ID of the scan." }),
    finished_at: timestamp().meta({ description: "The time when the scan ended." }),
    visibility: ratio.meta({
      description: "The answers that mention the brand, divided by all answers.",
    }),
    share_of_voice: ratio.meta({
      description: "The brand's share of voice. `value` is `null` for brands that are not tracked.",
    }),
  })
  .meta({ id: "AiLatestFigures" })

/**
 * SQL expression for `latestMetrics` of a brand, on one engine or on all. Null if the project has no finished scan, or
 * if the latest one has no answer to an unbranded prompt or did not look for the brand.
 */
export const latestMetricsOf = (teamId: string, projectId: Sql, brandId: Sql, engineId?: Sql) => sql`(
  select json_build_object('scan_id', latest.id, 'finished_at', latest.finished_at,
    'visibility', json_build_object('value', mentioned::float8 / answers, 'numerator', mentioned, 'denominator', answers),
    'share_of_voice', json_build_object('value', case when is_tracked then mentioned::float8 / nullif(brands_mentioned, 0) end,
      'numerator', mentioned, 'denominator', brands_mentioned))
  from (${latestScan(teamId, projectId)}) latest cross join lateral (
    select sum(counts.mentioned) as mentioned, sum(counts.answers) as answers, sum(counts.brands_mentioned) as brands_mentioned,
      bool_or(named.kind in ('own', 'competitor')) as is_tracked
    from visibility_scan_brand counts join ai_brand named on named.id = counts.brand_id and named.team_id = ${teamId}
    where counts.team_id = ${teamId} and counts.scan_id = latest.id and counts.brand_id = ${brandId} and not counts.is_branded
      ${engineId ? sql`and counts.engine_id = ${engineId}` : empty}) sums
  where answers > 0)`

/**
 * SQL expression for the visibility of your brand in the latest finished scan minus that in the scan before. Null if
 * one of them has none.
 */
export const latestDeltaOf = (teamId: string, projectId: Sql) => sql`(
  (${ownVisibility(teamId, projectId, latestScan(teamId, projectId))})
  - (${ownVisibility(teamId, projectId, scanBeforeLatest(teamId, projectId))}))`

const ownVisibility = (teamId: string, projectId: Sql, scan: Sql) => sql`
  select sum(counts.mentioned)::float8 / nullif(sum(counts.answers), 0)
  from (${scan}) scan join visibility_scan_brand counts on counts.scan_id = scan.id and counts.team_id = ${teamId} and not counts.is_branded
    join ai_brand own on own.id = counts.brand_id and own.team_id = ${teamId} and own.project_id = ${projectId} and own.kind = 'own'`

export const exampleLatest: z.infer<typeof latestMetrics> = {
  scan_id: exampleId("scan"),
  finished_at: "2026-11-16T05:12:40.000Z",
  visibility: { value: 0.833, numerator: 20, denominator: 24 },
  share_of_voice: { value: 0.171, numerator: 20, denominator: 117 },
}
