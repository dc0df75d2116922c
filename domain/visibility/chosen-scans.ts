/** Selects the scans that a metrics query covers (a period or one scan) and the scans to compare them with. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import type { PeriodMeta } from "@/domain/kernel/period-meta"
import { countsInTrends } from "@/domain/kernel/trend-scans"
import type { Warning } from "@/domain/kernel/warnings"
import { addDays, daysBetween, lengthInDays } from "@/domain/metrics/calendar"
import { resolvePeriod } from "@/domain/metrics/period"
import { empty, rows, type Sql, sql } from "@/prisma/client"
import type { MetricsQuery } from "./metrics-query"

const visibilityProject = z.object({
  team_id: z.string(),
  project_id: z.string(),
  timezone: z.string(),
  week_starts_on: z.int(),
  /**
   * During a recount, `is_branded` of a prompt can differ from what the stored sums of a scan assume. So cells are read
   * instead of sums per scan.
   */
  is_recounting: z.boolean(),
})
export type VisibilityProject = z.infer<typeof visibilityProject>

/**
 * What a scan asked. Empty until its metrics are written. An engine without an answer has neither a configuration nor a
 * model.
 */
const asked = z
  .object({
    /** The id of the list of prompts in `ai_prompt_list`. */
    prompts: z.string(),
    regions: z.array(z.string()),
    engines: z.array(z.object({ id: z.string(), config: z.string().nullable(), model: z.string().nullable() })),
    /** Cells without a successful task. */
    missing_n: z.int(),
  })
  .partial()

const chosenScan = z.object({
  id: z.string(),
  /** The day on which the scan finished, or was queued if it has not finished. */
  date: z.iso.date(),
  started_on: z.iso.date(),
  answers_valid: z.int(),
  /** Failed and skipped tasks. */
  tasks_missed: z.int(),
  status: z.string(),
  /** Finish time in seconds since 1970. Scans are ordered by it. */
  finished_at_seconds: z.number(),
  /** True if the scan asks only some engines or prompts of the project. */
  is_selection: z.boolean(),
  /** Version of the project's prompt set. */
  panel_version: z.int(),
  asked,
})
export type ChosenScan = z.infer<typeof chosenScan>

export type Chosen = {
  /** Latest first. */
  scans: ChosenScan[]
  /** Scans to compare with. Null without a comparison. */
  previousScans: ChosenScan[] | null
  meta: Required<PeriodMeta>
  /** The parameters that choose scans, as they were applied. */
  appliedParameters: Record<string, unknown>
}

/** Loads what metrics queries need of a project. Throws "not found" when the team has no such project. */
export async function loadProject(teamId: string, projectId: string): Promise<VisibilityProject> {
  const [project] = await rows(
    visibilityProject,
    sql`
      select p.team_id, p.id as project_id, coalesce(c.timezone, t.timezone) as timezone, t.week_starts_on,
        exists (select from ai_recount r where r.team_id = p.team_id and r.project_id = p.id and r.finished_at is null) as is_recounting
      from ai_project p join client c on c.id = p.client_id and c.team_id = p.team_id join team t on t.id = p.team_id
      where p.team_id = ${teamId} and p.id = ${projectId}`,
  )
  if (!project) throw notFound("AI-visibility project")
  return project
}

/**
 * Chooses the scans of the query and those to compare them with. A scan belongs to the day on which it finished, in the
 * period's time zone. Failed scans and scans of a selection count only when requested by id.
 */
export async function chooseScans(project: VisibilityProject, query: MetricsQuery, now: Date): Promise<Chosen> {
  if (query.scan_id) return chooseScan(project, query, query.scan_id)
  const { scan_id: _, ...range } = query
  const period = resolvePeriod(range, {
    timezone: project.timezone,
    weekStartsOn: project.week_starts_on,
    range: "last_28_days",
    compare: "none",
    granularity: "total",
    now,
  })
  const [scans, scansOfPreviousPeriod, comparedScan] = await Promise.all([
    scansBetween(project, period, period.timezone),
    period.comparison && scansBetween(project, period.comparison, period.timezone),
    scanToCompare(project, query, period.timezone),
  ])
  const { granularity, ...appliedParameters } = period.echo
  const { today, comparison } = period
  const meta = metaOf(scans, period, {
    complete: period.to < today,
    incomplete_from: period.to < today ? null : today,
    comparison: comparedScan
      ? comparisonWith("scan", comparedScan)
      : comparison && {
          mode: comparison.mode,
          from: comparison.from,
          to: comparison.to,
          complete: comparison.to < today,
        },
    warnings: await noScansWarning(project, scans, period.timezone),
  })
  return { scans, previousScans: comparedScan ?? scansOfPreviousPeriod, appliedParameters, meta }
}

/**
 * Shifts the dates of the previous scans by the distance of the two periods. A day or week of the previous period then
 * has the same group key as its counterpart in the current one. Does nothing when single scans are compared.
 */
export function inCurrentPeriod(previousScans: ChosenScan[], { period, comparison }: Chosen["meta"]): ChosenScan[] {
  if (!period || !comparison || comparison.mode === "scan" || comparison.mode === "previous_scan") return previousScans
  const days = daysBetween(comparison.from as string, period.from as string)
  return previousScans.map((scan) => ({ ...scan, date: addDays(scan.date, days) }))
}

async function chooseScan(project: VisibilityProject, query: MetricsQuery, scanId: string): Promise<Chosen> {
  const { timezone = project.timezone, compare = "none" } = query
  const [scan] = await scansWhere(project, timezone, sql` and s.id = ${scanId}`)
  if (!scan) throw notFound("scan")
  const comparedScan = await scanToCompare(project, query, timezone)
  const previousScans =
    comparedScan ?? (scan.is_selection ? null : await previousScan(project, query, scanId, timezone))
  const period = { from: scan.started_on, to: scan.date, timezone }
  return {
    scans: [scan],
    previousScans,
    appliedParameters: { scan_id: scanId, timezone, compare },
    meta: metaOf([scan], period, {
      complete: scan.status === "completed",
      incomplete_from: null,
      comparison: comparisonWith(comparedScan ? "scan" : "previous_scan", previousScans ?? []),
      warnings: [],
    }),
  }
}

/** Loads the scan of `compare_scan_id`. Returns undefined without that parameter. */
async function scanToCompare(project: VisibilityProject, { compare_scan_id }: MetricsQuery, timezone: string) {
  if (!compare_scan_id) return
  const scans = await scansWhere(project, timezone, sql` and s.id = ${compare_scan_id}`)
  if (scans.length === 0) throw notFound("scan for the comparison")
  return scans
}

function previousScan(
  project: VisibilityProject,
  { compare = "none" }: MetricsQuery,
  scanId: string,
  timezone: string,
) {
  if (compare === "none") return null
  const isEarlier = sql` and (s.finished_at, s.id) < (select finished_at, id from scan where team_id = ${project.team_id} and id = ${scanId})`
  return scansWhere(project, timezone, sql`${isFinished}${isEarlier}`, sql`limit 1`)
}

const comparisonWith = (mode: "scan" | "previous_scan", [scan]: ChosenScan[]) =>
  scan ? { mode, from: scan.started_on, to: scan.date, complete: scan.status === "completed" } : null

type PeriodState = Pick<Required<PeriodMeta>, "comparison" | "warnings"> &
  Pick<NonNullable<PeriodMeta["period"]>, "complete" | "incomplete_from">

const metaOf = (
  scans: ChosenScan[],
  { from, to, timezone }: { from: string; to: string; timezone: string },
  { complete, incomplete_from, comparison, warnings }: PeriodState,
): Required<PeriodMeta> => ({
  period: { from, to, timezone, granularity: "total", days: lengthInDays(from, to), complete, incomplete_from },
  comparison,
  currency: null,
  exchange_rates: [],
  freshness: { data_through: scans[0]?.date ?? null, oldest_sync_at: null, served_from: "live", sources: [] },
  warnings,
})

async function noScansWarning(project: VisibilityProject, scans: ChosenScan[], timezone: string): Promise<Warning[]> {
  if (scans.length > 0) return []
  const [latest] = await latestFinishedScan(project, timezone)
  const hint = latest
    ? `The latest scan finished on ${latest.date}: scan_id=${latest.id}.`
    : "The project has no finished scan yet."
  return [{ code: "no_scans", message: `No scan finished in this period. ${hint}`, path: "data" }]
}

/**
 * SQL condition for scans that count in trends, with a leading "and". Used by every query that does not name a scan by
 * its id.
 */
const isFinished = sql` and ${countsInTrends}`

/** Returns the scans that finished within the period. */
const scansBetween = (project: VisibilityProject, { from, to }: { from: string; to: string }, timezone: string) =>
  scansWhere(
    project,
    timezone,
    sql`${isFinished} and s.finished_at >= ${from}::date::timestamp at time zone ${timezone}
      and s.finished_at < (${to}::date + 1)::timestamp at time zone ${timezone}`,
  )

/** Returns scans of a project, latest first, with the calendar day of each. */
const scansWhere = ({ team_id, project_id }: VisibilityProject, timezone: string, condition: Sql, limit = empty) =>
  rows(
    chosenScan,
    sql`
      select s.id, (coalesce(s.finished_at, s.queued_at) at time zone ${timezone})::date as date,
        (coalesce(s.started_at, s.queued_at) at time zone ${timezone})::date as started_on, s.answers_valid,
        s.tasks_failed + s.tasks_skipped as tasks_missed, s.status, extract(epoch from coalesce(s.finished_at, s.queued_at))::float8 as finished_at_seconds,
        s.selection is not null as is_selection,
        s.panel_version, s.asked
      from scan s where s.team_id = ${team_id} and s.project_id = ${project_id}${condition}
      order by s.finished_at desc, s.id desc ${limit}`,
  )

/** Returns the latest finished scan, or no scan. */
export const latestFinishedScan = (project: VisibilityProject, timezone = project.timezone) =>
  scansWhere(project, timezone, isFinished, sql`limit 1`)
