/** Selects the scans that a metrics query covers (a period or one scan) and the scans to compare them with. */
import type { PeriodMeta, Warning } from "@/domain/kernel/envelope"
import { notFound } from "@/domain/kernel/errors"
import { lengthInDays } from "@/domain/metrics/calendar"
import { type ResolvedPeriod, resolvePeriod } from "@/domain/metrics/period"
import { rows, sql } from "@/prisma/client"
import { type ChosenScan, finished, scansBetween, scansWhere, type VisibilityProject } from "./find-scans"
import type { MetricsQuery } from "./metrics-query"

export type Chosen = {
  scans: ChosenScan[]
  before: ChosenScan[] | null
  meta: Required<PeriodMeta>
  echo: Record<string, unknown>
}

/** Loads what metrics queries need of a project. Throws "not found" when the team has no such project. */
export async function loadProject(teamId: string, projectId: string): Promise<VisibilityProject> {
  const [project] = await rows<VisibilityProject>(sql`
    select p.team_id, p.id as project_id, coalesce(c.timezone, t.timezone) as timezone, t.week_starts_on,
      exists (select from ai_recount r where r.team_id = p.team_id and r.project_id = p.id and r.finished_at is null) as is_recounting
    from ai_project p join client c on c.id = p.client_id and c.team_id = p.team_id join team t on t.id = p.team_id
    where p.team_id = ${teamId} and p.id = ${projectId}`)
  if (!project) throw notFound("AI-visibility project")
  return project
}

/** A scan belongs to the day on which it finished, in the period's time zone. Failed scans count only when requested by id. */
export async function chooseScans(project: VisibilityProject, query: MetricsQuery, now: Date): Promise<Chosen> {
  if (query.scan_id) return oneScan(project, query, query.scan_id)
  const { scan_id: _, ...range } = query
  const period = resolvePeriod(range, {
    timezone: project.timezone,
    range: "last_28_days",
    compare: "none",
    granularity: "total",
    now,
  })
  const [scans, before, named] = await Promise.all([
    scansBetween(project, period, period.timezone),
    period.comparison && scansBetween(project, period.comparison, period.timezone),
    namedScan(project, query, period.timezone),
  ])
  const { granularity, ...echo } = period.echo
  const meta = metaOf(period, scans, await noScansWarning(project, scans))
  if (!named) return { scans, before, echo, meta }
  return { scans, before: named, echo, meta: { ...meta, comparison: comparisonWith("scan", named) } }
}

async function oneScan(project: VisibilityProject, query: MetricsQuery, scanId: string): Promise<Chosen> {
  const { timezone = project.timezone, compare = "none" } = query
  const [scan] = await scansWhere(project, timezone, sql` and s.id = ${scanId}`)
  if (!scan) throw notFound("scan")
  const named = await namedScan(project, query, timezone)
  const before = named ?? (await previousScan(project, query, scanId, timezone))
  const period = { from: scan.started_on, to: scan.date, timezone, granularity: "total" as const, echo: {} }
  return {
    scans: [scan],
    before,
    echo: { scan_id: scanId, timezone, compare },
    meta: {
      period: { ...spanOf(period), complete: scan.status === "completed", incomplete_from: null },
      comparison: comparisonWith(named ? "scan" : "previous_scan", before ?? []),
      currency: null,
      freshness: freshnessOf([scan]),
      warnings: [],
    },
  }
}

/** Loads the scan of `compare_scan_id`; undefined without that parameter. */
async function namedScan(project: VisibilityProject, { compare_scan_id }: MetricsQuery, timezone: string) {
  if (!compare_scan_id) return
  const named = await scansWhere(project, timezone, sql` and s.id = ${compare_scan_id}`)
  if (named.length === 0) throw notFound("scan to compare with")
  return named
}

function previousScan(
  project: VisibilityProject,
  { compare = "none" }: MetricsQuery,
  scanId: string,
  timezone: string,
) {
  if (compare === "none") return null
  const earlier = sql` and (s.finished_at, s.id) < (select finished_at, id from scan where team_id = ${project.team_id} and id = ${scanId})`
  return scansWhere(project, timezone, sql`${finished}${earlier}`, sql`limit 1`)
}

const comparisonWith = (mode: "scan" | "previous_scan", [scan]: ChosenScan[]) =>
  scan ? { mode, from: scan.started_on, to: scan.date, complete: scan.status === "completed" } : null

function metaOf(period: ResolvedPeriod, scans: ChosenScan[], warnings: Warning[]): Required<PeriodMeta> {
  const complete = period.to < period.today
  const { comparison } = period
  return {
    period: { ...spanOf(period), complete, incomplete_from: complete ? null : period.today },
    comparison: comparison && {
      mode: comparison.mode,
      from: comparison.from,
      to: comparison.to,
      complete: comparison.to < period.today,
    },
    currency: null,
    freshness: freshnessOf(scans),
    warnings,
  }
}

const spanOf = ({ from, to, timezone }: { from: string; to: string; timezone: string }) => ({
  from,
  to,
  timezone,
  granularity: "total" as const,
  days: lengthInDays(from, to),
})

const freshnessOf = (scans: ChosenScan[]) => ({
  data_through: scans[0]?.date ?? null,
  oldest_sync_at: null,
  served_from: "live" as const,
  sources: [],
})

async function noScansWarning({ team_id, project_id }: VisibilityProject, scans: ChosenScan[]): Promise<Warning[]> {
  if (scans.length > 0) return []
  const [latest] = await rows<{ id: string; on: string }>(sql`
    select s.id, s.finished_at::date as on from scan s where s.team_id = ${team_id} and s.project_id = ${project_id}${finished}
    order by s.finished_at desc limit 1`)
  const hint = latest
    ? `The latest scan finished on ${latest.on}: scan_id=${latest.id}.`
    : "The project has no finished scan yet."
  return [{ code: "no_scans", message: `No scan finished in this period. ${hint}`, path: "data" }]
}
