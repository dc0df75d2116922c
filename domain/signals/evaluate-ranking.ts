/** Evaluates the search positions of a client's queries: compares the last final week with the week before. */
import { addDays, dayIn } from "@/domain/metrics/calendar"
import { finalThrough } from "@/domain/metrics/freshness"
import { periodOf } from "@/domain/metrics/period"
import { queryMetrics } from "@/domain/metrics/query"
import { hasDimension, type Source } from "@/domain/metrics/query-context"
import { type CheckResult, recentFindings, withRules } from "./check-result"
import { detectRankingDrop } from "./detectors/metrics/search-ranking"
import { connectedSources, type EvaluationInput } from "./evaluation-input"

/** Only the queries with the most impressions are compared. */
const maxQueries = 500

export async function evaluateRanking(input: EvaluationInput): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const source of connectedSources(input)) {
    const lastFinalDay = finalThrough([source])
    const breakdowns = source.breakdowns["search_position.sum"] ?? []
    if (lastFinalDay === null || !breakdowns.some((breakdown) => hasDimension(breakdown, "query"))) continue
    results.push(await evaluateSource(input, source, lastFinalDay))
  }
  return results
}

async function evaluateSource(input: EvaluationInput, source: Source, lastFinalDay: string): Promise<CheckResult> {
  const weeks = {
    now: { from: addDays(lastFinalDay, -6), to: lastFinalDay },
    before: { from: addDays(lastFinalDay, -13), to: addDays(lastFinalDay, -7) },
  }
  const [now, before] = await Promise.all([
    readPositions(input, source, weeks.now),
    readPositions(input, source, weeks.before),
  ])
  const items = [...new Set([...now.keys(), ...before.keys()])].map((query) => ({
    now: now.get(query) ?? null,
    before: before.get(query) ?? null,
  }))
  const subject = { metric_id: "search_position", currency: null, data_source_id: source.id }
  return {
    project_id: null,
    key: `ranking:${source.id}`,
    checkedThrough: lastFinalDay,
    timezone: input.context.timezone,
    found: recentFindings(input, withRules(input, [detectRankingDrop(subject, items, weeks)]), lastFinalDay),
  }
}

async function readPositions({ context, now }: EvaluationInput, { id }: Source, week: { from: string; to: string }) {
  const { timezone } = context
  const period = periodOf(week, "total", { timezone, today: dayIn(timezone, now) })
  const query = {
    metrics: ["search_position", "search_impressions"],
    dimensions: ["query"],
    filter: { data_source: [id] },
    order_by: "-search_impressions",
    limit: maxQueries,
  }
  const { table } = await queryMetrics(context, query, period)
  return new Map(
    table.rows.flatMap(({ dims, values: { search_position: found } }) =>
      found?.value && found.denominator
        ? [[dims.query as string, { impressions: found.denominator, position: found.value }] as const]
        : [],
    ),
  )
}
