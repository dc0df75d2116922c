/** Runs the metric queries of one report: identical queries run once, only a few at a time, and each has a deadline. */
import pLimit, { type LimitFunction } from "p-limit"
import { processWide } from "@/domain/kernel/process-wide"
import type { ResolvedPeriod } from "@/domain/metrics/period"
import { type MetricAnswer, queryMetrics } from "@/domain/metrics/query"
import type { QueryContext } from "@/domain/metrics/query-context"
import type { Deadline } from "./deadline"
import type { WidgetQuery } from "./widget-query"

export type RunQuery = (question: WidgetQuery, period: ResolvedPeriod) => Promise<MetricAnswer>

const maxConcurrentPerTeam = 6
/** Deadline of one metric query, in milliseconds. */
const queryTimeoutMs = 8_000

export function queryRunner(context: QueryContext, currency: string | undefined, deadline: Deadline): RunQuery {
  const asked = new Map<string, Promise<MetricAnswer>>()
  const limit = limiterOf(context.team_id)
  return ({ query, granularity }, period) => {
    const exact = { ...period, granularity }
    const key = JSON.stringify([query, exact.from, exact.to, granularity, exact.comparison])
    const known = asked.get(key)
    if (known) return known
    const work = () => queryMetrics(context, query, exact, { currency })
    const answer = limit(() => deadline.within(queryTimeoutMs, work))
    asked.set(key, answer)
    return answer
  }
}

/** Returns the concurrency limiter of a team. Idle limiters of other teams are removed. */
function limiterOf(teamId: string): LimitFunction {
  const limiters = processWide("report-questions", () => new Map<string, LimitFunction>())
  for (const [team, limit] of limiters) if (limit.activeCount + limit.pendingCount === 0) limiters.delete(team)
  const limit = limiters.get(teamId) ?? pLimit(maxConcurrentPerTeam)
  limiters.set(teamId, limit)
  return limit
}
