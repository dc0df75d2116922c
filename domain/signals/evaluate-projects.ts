/** Evaluates the AI-visibility projects of a client: the latest finished scan, compared with those before it. */
import { z } from "zod"
import { getSourceChanges } from "@/domain/answers/get-source-changes"
import { systemCaller, type TeamContext, type TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { countsInTrends } from "@/domain/kernel/trend-scans"
import { dayIn } from "@/domain/metrics/calendar"
import { getMetrics } from "@/domain/visibility/get-metrics"
import type { Metric, MetricsRow } from "@/domain/visibility/metrics-table"
import type { Change } from "@/domain/visibility/statistics/change"
import { prisma, rows, sql } from "@/prisma/client"
import { type CheckResult, withRules } from "./check-result"
import type { ScanValue } from "./detectors/ai/ai-finding"
import { detectLostCitation, detectNewCitation } from "./detectors/ai/citations"
import { detectOvertake } from "./detectors/ai/competitor-overtake"
import { detectEngineChange, type EngineSetup } from "./detectors/ai/engine-change"
import { detectNegativeSentiment } from "./detectors/ai/negative-sentiment"
import { detectVisibilityChange } from "./detectors/ai/visibility-change"
import type { EvaluationInput } from "./evaluation-input"
import type { Finding } from "./finding"
import { testLeads } from "./lead-changes"

const scanRow = z.object({
  id: z.string(),
  project_id: z.string(),
  date: z.iso.date(),
  engines: z.array(
    z.object({ id: z.string(), name: z.string(), config: z.string().nullable(), model: z.string().nullable() }),
  ),
})
type Scan = z.infer<typeof scanRow>

export async function evaluateProjects(input: EvaluationInput): Promise<CheckResult[]> {
  const byProject = Map.groupBy(await readLatestScans(input), ({ project_id }) => project_id)
  const results: CheckResult[] = []
  for (const [project_id, scans] of byProject) results.push(await evaluateProject(input, project_id, scans))
  return results
}

/**
 * The last six finished scans of each active project, newest first, with the engines that each scan asked. Failed scans
 * are not compared. Projects with a recount in progress are left out, because their scans were searched for different
 * brands. The end of the recount requests another evaluation.
 */
const readLatestScans = ({ team, client, context }: EvaluationInput): Promise<Scan[]> =>
  rows(
    scanRow,
    sql`
      select s.id, p.id as project_id, (s.finished_at at time zone ${context.timezone})::date as date, coalesce((
        select json_agg(json_build_object('id', asked.id, 'name', coalesce(engine.name, asked.id), 'config', asked.config,
          'model', asked.model) order by asked.position)
        from rows from (jsonb_to_recordset(s.asked -> 'engines') as (id text, config text, model text)) with ordinality
          as asked(id, config, model, position)
        left join ai_engine engine on engine.id = asked.id), '[]') as engines
      from ai_project p cross join lateral (
        select * from scan s where s.team_id = p.team_id and s.project_id = p.id and ${countsInTrends}
        order by s.finished_at desc, s.id desc limit 6) s
      where p.team_id = ${team.id} and p.client_id = ${client.id} and p.status = 'active'
        and not exists (select from ai_recount r where r.team_id = p.team_id and r.project_id = p.id and r.finished_at is null)
      order by p.id, s.finished_at desc, s.id desc`,
  )

async function evaluateProject(input: EvaluationInput, project_id: string, scans: Scan[]): Promise<CheckResult> {
  const [latest, previous] = scans as [Scan, ...Scan[]]
  const { timezone } = input.context
  const ctx = await evaluationContext(input)
  const findings = [
    ...engineChanges(scans),
    ...(previous ? await visibilityChanges(ctx, latest, previous) : []),
    ...(await citationChanges(ctx, project_id, timezone)),
  ]
  const findingsOfScan = findings
    .filter((finding) => finding !== null)
    .map((finding) => ({ ...finding, evidence: { ...finding.evidence, scan_id: latest.id } }))
  return {
    project_id,
    key: `project:${project_id}`,
    // Scans sort by the day on which they finished, then by id.
    checkedThrough: `${latest.date} ${latest.id}`,
    timezone,
    found: withRules(input, findingsOfScan, project_id),
  }
}

/** Compares the setup of each engine with that of the last scan that asked it. */
function engineChanges([latest, ...earlier]: Scan[]): (Finding | null)[] {
  return (latest?.engines ?? []).map((now) => {
    const setup = latest && setupIn(latest, now.id)
    const previousSetup = earlier.map((scan) => setupIn(scan, now.id)).find((found) => found !== null)
    if (!setup || !previousSetup) return null
    const subject = {
      project_id: latest.project_id,
      metric_id: "ai_visibility",
      engine: { id: now.id, label: now.name },
    }
    return detectEngineChange(subject, setup, previousSetup)
  })
}

/** How the scan asked the engine. Null if it did not ask it, or if the configuration is unknown. */
function setupIn({ id: scan_id, date, engines }: Scan, engineId: string): EngineSetup | null {
  const engine = engines.find(({ id }) => id === engineId)
  if (!engine || engine.config === null) return null
  return { scan_id, date, model: engine.model, config: engine.config }
}

async function visibilityChanges(ctx: TeamContext, latest: Scan, previous: Scan): Promise<(Finding | null)[]> {
  const { project_id } = latest
  const query = { project_id, scan_id: latest.id, compare_scan_id: previous.id }
  const { data } = await run(getMetrics, ctx, query)
  const own = data.rows.find(({ brand }) => brand.kind === "own")
  const competitors = data.rows.filter(({ brand }) => brand.kind === "competitor")
  const leadChanges = own
    ? await testLeads({
        teamId: ctx.team.id,
        scanId: latest.id,
        previousScanId: previous.id,
        ownBrandId: own.brand.id,
        competitorIds: competitors.map((row) => row.brand.id),
      })
    : new Map<string, Change>()
  const days = { now: latest.date, before: previous.date }
  return data.rows.flatMap((row) => [
    visibilityChange(project_id, row, days),
    negativeSentiment(project_id, row, days),
    own && row !== own ? overtake(project_id, own, row, leadChanges.get(row.brand.id), days) : null,
  ])
}

type Days = { now: string; before: string }

const scanValue = ({ value, numerator, denominator }: Metric, day: string): ScanValue | null =>
  value === null ? null : { value, numerator, denominator, date: day }

/** The metric in both scans. Null if it has no value in one of them. */
function valuesOfBothScans(row: MetricsRow, metric: "visibility" | "negative_share", days: Days) {
  const now = scanValue(row[metric], days.now)
  const before = row.change?.previous ? scanValue(row.change.previous[metric], days.before) : null
  return now && before ? { now, before } : null
}

const subjectOf = (project_id: string, metric_id: string, { brand: { id, name, kind } }: MetricsRow) => ({
  project_id,
  metric_id,
  brand: { id, name, isOwn: kind === "own" },
})

function visibilityChange(project_id: string, row: MetricsRow, days: Days) {
  const values = valuesOfBothScans(row, "visibility", days)
  if (!values || !row.change) return null
  const { verdict, method, p_value: p, p_adjusted: pAdjusted, delta_compared: delta } = row.change
  return detectVisibilityChange(subjectOf(project_id, "ai_visibility", row), {
    ...values,
    change: { verdict, method, p, pAdjusted, delta },
  })
}

function negativeSentiment(project_id: string, row: MetricsRow, days: Days) {
  const values = valuesOfBothScans(row, "negative_share", days)
  return values && detectNegativeSentiment(subjectOf(project_id, "ai_negative_share", row), values.now, values.before)
}

function overtake(project_id: string, own: MetricsRow, row: MetricsRow, leadChange: Change | undefined, days: Days) {
  const ownValues = valuesOfBothScans(own, "visibility", days)
  const competitorValues = valuesOfBothScans(row, "visibility", days)
  if (!ownValues || !competitorValues || !leadChange) return null
  return detectOvertake(
    { project_id, metric_id: "ai_visibility" },
    {
      own: { name: own.brand.name, ...ownValues },
      competitor: { id: row.brand.id, name: row.brand.name, ...competitorValues },
      leadChange,
    },
  )
}

/** Compares domains, not pages, because a page that moves within a website is no lost citation. */
async function citationChanges(ctx: TeamContext, project_id: string, timezone: string): Promise<(Finding | null)[]> {
  const { data } = await run(getSourceChanges, ctx, { project_id, limit: maxSources })
  const scans = data.scans.map(({ id, finished_at }) => ({
    id,
    date: dayIn(timezone, new Date(finished_at)),
  }))
  const subject = { project_id, metric_id: "ai_citation_rate" }
  const citedSource = ({ key, source_class, answers_n }: (typeof data.new.sources)[number]) => ({
    key,
    owner: ownerOf[source_class] ?? ("other" as const),
    answers: answers_n,
  })
  return [
    ...data.new.sources.map((source) => detectNewCitation(subject, citedSource(source), scans)),
    ...data.lost.sources.map((source) => detectLostCitation(subject, citedSource(source), scans)),
  ]
}

/** Only the most cited sources are compared, because more signals would hide the important ones. */
const maxSources = 10
const ownerOf: Record<string, "own" | "competitor"> = { own: "own", competitor: "competitor" }

/** The context in which an evaluation calls operations. */
async function evaluationContext({ team, now }: EvaluationInput): Promise<TeamContext> {
  const facts = await prisma.team.findFirstOrThrow({ where: { id: team.id } })
  return { team: facts as TeamFacts, requestId: newId("request"), ...systemCaller("Signals", () => now) }
}
