/** Examines the search positions of a client's queries: the last settled week against the week before. */
import { addDays } from "@/domain/metrics/calendar"
import { finalThrough } from "@/domain/metrics/freshness"
import { resolvePeriod } from "@/domain/metrics/period"
import { queryMetrics } from "@/domain/metrics/query"
import type { Source } from "@/domain/metrics/query-context"
import { detectRankingDrop } from "./detectors/metrics/search-ranking"
import { type CheckResult, type EvaluatedClient, withRules } from "./evaluated-client"

/** The queries with the most impressions. */
const maxQueries = 500

export async function examineRanking(evaluated: EvaluatedClient): Promise<CheckResult[]> {
  const examined: CheckResult[] = []
  for (const source of evaluated.context.sources) {
    const through = finalThrough([source])
    const sets = source.breakdowns["search_position.sum"] ?? []
    if (through === null || !sets.some((set) => set.split(",").includes("query"))) continue
    examined.push(await examineSource(evaluated, source, through))
  }
  return examined
}

async function examineSource(evaluated: EvaluatedClient, source: Source, through: string): Promise<CheckResult> {
  const weeks = {
    now: { from: addDays(through, -6), to: through },
    before: { from: addDays(through, -13), to: addDays(through, -7) },
  }
  const [now, before] = await Promise.all([
    readPositions(evaluated, source, weeks.now),
    readPositions(evaluated, source, weeks.before),
  ])
  const items = [...new Set([...now.keys(), ...before.keys()])].map((query) => ({
    now: now.get(query) ?? null,
    before: before.get(query) ?? null,
  }))
  const subject = { metric_id: "search_position", currency: null, data_source_id: source.id }
  return {
    project_id: null,
    key: `ranking:${source.id}`,
    through,
    timezone: evaluated.context.timezone,
    found: withRules(evaluated, [detectRankingDrop(subject, items, weeks)]),
  }
}

async function readPositions({ context, now }: EvaluatedClient, { id }: Source, week: { from: string; to: string }) {
  const { timezone } = context
  const period = resolvePeriod(week, { timezone, range: "last_7_days", compare: "none", granularity: "total", now })
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
