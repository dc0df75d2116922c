/**
 * Runs the metric queries of a report. Identical queries run once, also those of concurrent requests. Only a few run at
 * a time, and each has a deadline.
 */
import pLimit, { type LimitFunction } from "p-limit"
import { Deadline } from "@/domain/kernel/deadline"
import { processWide } from "@/domain/kernel/process-wide"
import type { ResolvedPeriod } from "@/domain/metrics/period"
import { type MetricResult, queryMetrics } from "@/domain/metrics/query"
import type { QueryContext } from "@/domain/metrics/query-context"
import type { FreshnessMode } from "./freshness-error"
import { type RefreshSources, type SourceFetches, sourceRefresher } from "./refresh-sources"
import type { WidgetQuery } from "./widget"

/** `fetches`: the results of fetching the latest days, by data source. Empty for `fresh=cached`. */
export type ReportMetricResult = MetricResult & { fetches: SourceFetches }
export type RunQuery = (query: WidgetQuery, period: ResolvedPeriod) => Promise<ReportMetricResult>

const maxConcurrentPerTeam = 6
/** Deadline of the query of one widget, in milliseconds. */
export const queryTimeoutMs = 8_000

type Request = { currency: string | undefined; deadline: Deadline; fresh: FreshnessMode; now: () => Date }

export function queryRunner(context: QueryContext, { currency, deadline, fresh, now }: Request): RunQuery {
  const refresh: RefreshSources =
    fresh === "cached"
      ? async () => ({ context, fetches: new Map() })
      : sourceRefresher(context, { deadline, limit: limiterOf("report-fetch-limits", context.team_id), now })
  return async ({ query, granularity }, period) => {
    const widgetPeriod = { ...period, granularity }
    const { context: current, fetches } = await refresh(query, widgetPeriod)
    const { from, to, timezone, comparison } = widgetPeriod
    // The context contains the team, the client and the state of each source, so a query after a sync is a different
    // one.
    const key = JSON.stringify([query, from, to, timezone, granularity, comparison, currency, current])
    const work = () => queryMetrics(current, query, widgetPeriod, { currency })
    const result = await deadline.within(queryTimeoutMs, () => joinInFlight(key, current.team_id, work))
    return { ...result, fetches, warnings: [...result.warnings, ...fetchWarnings(fetches)] }
  }
}

/**
 * Joins an identical query that is in flight, or starts it. Several requests can wait for one query, so it has its own
 * deadline, which starts when the team's limiter lets it run.
 */
function joinInFlight(key: string, teamId: string, work: () => Promise<MetricResult>): Promise<MetricResult> {
  const inFlight = processWide("report-queries-in-flight", () => new Map<string, Promise<MetricResult>>())
  const running = inFlight.get(key)
  if (running) return running
  const limit = limiterOf("report-query-limits", teamId)
  const result = limit(() => new Deadline(queryTimeoutMs).within(queryTimeoutMs, work)).finally(() =>
    inFlight.delete(key),
  )
  inFlight.set(key, result)
  return result
}

const fetchWarnings = (fetches: SourceFetches) =>
  [...fetches.values()].flatMap(({ error }) =>
    error ? [{ code: "source_not_refreshed", message: error.message, path: "data" }] : [],
  )

/** Returns the concurrency limiter of a team. Idle limiters of other teams are removed. */
function limiterOf(name: "report-query-limits" | "report-fetch-limits", teamId: string): LimitFunction {
  const limiters = processWide(name, () => new Map<string, LimitFunction>())
  for (const [team, limit] of limiters) if (limit.activeCount + limit.pendingCount === 0) limiters.delete(team)
  const limit = limiters.get(teamId) ?? pLimit(maxConcurrentPerTeam)
  limiters.set(teamId, limit)
  return limit
}
