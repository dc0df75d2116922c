/** Builds the data of `scan.completed` from the stored scan. Call it once the scan's metrics are committed. */
import { z } from "zod"
import { type ScanCompleted, type ScanMetric, scanCompleted } from "@/domain/events/scan-completed"
import { systemCaller, type TeamFacts } from "@/domain/kernel/context"
import { notFound } from "@/domain/kernel/errors"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { countsInTrends } from "@/domain/kernel/trend-scans"
import { getMetrics } from "@/domain/visibility/get-metrics"
import type { Metric, MetricsRow } from "@/domain/visibility/metrics-table"
import { inTeam, rows, sql } from "@/prisma/client"
import { knownCost } from "./scan"

/** `status`: the final status of a scan that is about to end. Without it, the scan must have ended. */
export async function describeScan(
  team: TeamFacts,
  scanId: string,
  now = new Date(),
  status: "completed" | "partial" | "failed" | null = null,
): Promise<ScanCompleted> {
  const stored = await inTeam(team.id, () => readStoredScan(team.id, scanId, status))
  const { has_previous, has_old_brands, brand_id, cost_usd, signals_created, ...scan } = stored
  const ownRow = await readOwnRow(team, scan.project.id, scanId, now)
  const change = has_old_brands ? undefined : ownRow?.change
  const isComparable = !scan.selection && change !== undefined && change?.verdict !== "not_comparable"
  const projectUrl = `/api/v1/ai-visibility/projects/${scan.project.id}`
  return {
    scan: {
      ...scan,
      cost_usd,
      results: { prompt_scope: "unbranded", brand_id, ...resultsOf(ownRow, change) },
      comparable_to_previous: isComparable,
      not_comparable_reason: isComparable ? null : reasonNotComparable(stored),
      signals_created,
      links: { self: `/api/v1/scans/${scanId}`, metrics: `${projectUrl}/metrics?scan_id=${scanId}` },
    },
  }
}

function reasonNotComparable({ selection, has_old_brands, has_previous }: z.infer<typeof storedRow>) {
  if (selection) return "selection"
  if (!has_previous) return "no_previous_scan"
  return has_old_brands ? "brands_changed" : "too_little_in_common"
}

const storedRow = scanCompleted.shape.scan
  .omit({
    results: true,
    comparable_to_previous: true,
    not_comparable_reason: true,
    links: true,
  })
  .extend({
    brand_id: z.string().nullable(),
    has_previous: z.boolean(),
    /** The brands changed during the scan. Answers from before the change were not searched for the new brands yet. */
    has_old_brands: z.boolean(),
  })

async function readStoredScan(teamId: string, scanId: string, status: string | null) {
  const [found] = await rows(
    storedRow,
    sql`
      select s.id, coalesce(${status}, s.status) as status, s.trigger, s.panel_version, s.selection, json_build_object('id', p.id, 'name', p.name) as project,
        json_build_object('id', c.id, 'name', c.name, 'external_id', c.external_id) as client, s.started_at, s.finished_at,
        (extract(epoch from s.finished_at - s.started_at) * 1000)::bigint as duration_ms,
        json_build_object('total', s.tasks_total, 'succeeded', s.tasks_succeeded, 'failed', s.tasks_failed, 'skipped', s.tasks_skipped) as tasks,
        ${engines} as engines, ${knownCost} as cost_usd,
        (select b.id from ai_brand b where b.team_id = s.team_id and b.project_id = p.id and b.kind = 'own') as brand_id,
        exists (select from ai_recount r where r.team_id = s.team_id and r.project_id = p.id and r.version > s.brands_version) as has_old_brands,
        exists (select from (select s.* from scan s where ${countsInTrends}) other where other.team_id = s.team_id and other.project_id = p.id
          and (other.finished_at, other.id) < (s.finished_at, s.id)) as has_previous,
        (select count(*)::int from signal where signal.team_id = s.team_id and signal.project_id = p.id and signal.evidence ->> 'scan_id' = s.id) as signals_created
      from scan s join ai_project p on p.id = s.project_id and p.team_id = s.team_id join client c on c.id = p.client_id and c.team_id = s.team_id
      where s.team_id = ${teamId} and s.id = ${scanId} and coalesce(${status}, s.status) in ('completed', 'partial', 'failed')`,
  )
  if (!found) throw notFound("finished scan")
  return found
}

/** For scan `s`: per engine its model, its valid answers and its failed tasks by error code. */
const engines = sql`(select coalesce(json_agg(scan_engine order by scan_engine.id), '[]') from (
  select t.engine_id as id, coalesce(max(a.model_version), max(e.model)) as model, count(a.id) as answers_valid,
    count(*) filter (where t.status = 'failed') as failed,
    (select coalesce(json_object_agg(code, n), '{}') from (
      select coalesce(failed.error_code, 'unknown') as code, count(*) as n from scan_task failed
      where failed.team_id = s.team_id and failed.scan_id = s.id and failed.engine_id = t.engine_id and failed.status = 'failed'
      group by 1) error_count) as error_codes
  from scan_task t left join answer a on a.task_id = t.id and a.team_id = t.team_id left join ai_engine e on e.id = t.engine_id
  where t.team_id = s.team_id and t.scan_id = s.id group by t.engine_id) scan_engine)`

/**
 * Returns the metrics of your brand. Undefined when the project has no brand of its own, or the scan has no answers.
 */
async function readOwnRow(team: TeamFacts, project_id: string, scan_id: string, now: Date) {
  const context = { team, requestId: newId("request"), ...systemCaller("events", () => now) }
  const query = { project_id, scan_id, compare: "previous_period" as const, group_by: [] }
  const { data } = await run(getMetrics, context, query)
  return data.rows[0]
}

function resultsOf(row: MetricsRow | undefined, change: MetricsRow["change"] | undefined) {
  const previous = change?.previous
  return {
    visibility: scanMetric(row?.visibility, previous?.visibility, change?.verdict ?? "insufficient"),
    share_of_voice: scanMetric(row?.share_of_voice, previous?.share_of_voice),
    average_position: scanMetric(row?.average_position, previous?.average_position),
    citation_rate: scanMetric(row?.citation_rate, previous?.citation_rate),
    sentiment_score: scanMetric(row?.sentiment_score, previous?.sentiment_score),
  }
}

const scanMetric = (current?: Metric, previous?: Metric, change: ScanMetric["change"] = null): ScanMetric => ({
  value: current?.value ?? null,
  numerator: current?.numerator ?? 0,
  denominator: current?.denominator ?? 0,
  ci_low: current?.ci?.low ?? null,
  ci_high: current?.ci?.high ?? null,
  previous: previous?.value ?? null,
  change,
})
