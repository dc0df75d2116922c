/** Runs the metric queries of one report: identical queries run once, only a few at a time, and each has a deadline. */
import pLimit, { type LimitFunction } from "p-limit"
import { processWide } from "@/domain/kernel/process-wide"
import type { ResolvedPeriod } from "@/domain/metrics/period"
import { type MetricAnswer, queryMetrics } from "@/domain/metrics/query"
import type { Scene } from "@/domain/metrics/scene"
import type { Deadline } from "./deadline"
import type { Question } from "./question"

export type Ask = (question: Question, period: ResolvedPeriod) => Promise<MetricAnswer>

const atOncePerTeam = 6
/** Deadline of one metric query, in milliseconds. */
const questionMs = 8_000

export function asker(scene: Scene, currency: string | undefined, deadline: Deadline): Ask {
  const asked = new Map<string, Promise<MetricAnswer>>()
  const inTurn = turnsOf(scene.team_id)
  return ({ query, granularity }, period) => {
    const exact = { ...period, granularity }
    const key = JSON.stringify([query, exact.from, exact.to, granularity, exact.comparison])
    const known = asked.get(key)
    if (known) return known
    const work = () => queryMetrics(scene, query, exact, { currency })
    const answer = inTurn(() => deadline.within(questionMs, work))
    asked.set(key, answer)
    return answer
  }
}

/** Returns the concurrency limiter of a team. Idle limiters of other teams are removed. */
function turnsOf(teamId: string): LimitFunction {
  const turns = processWide("report-questions", () => new Map<string, LimitFunction>())
  for (const [team, limit] of turns) if (limit.activeCount + limit.pendingCount === 0) turns.delete(team)
  const limit = turns.get(teamId) ?? pLimit(atOncePerTeam)
  turns.set(teamId, limit)
  return limit
}
