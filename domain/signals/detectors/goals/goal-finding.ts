/** Builds findings about a budget or a goal. */
import type { Finding } from "../../finding"
import type { MetricSubject } from "../wording"
import type { GoalPeriod, Projection } from "./projection"

/** A goal or a budget: the target of a metric over a period. */
export type Goal = GoalPeriod & { id: string; target: number }

/** Before this share of the period has passed, a projection says little. */
export const minElapsedShare = 0.2

type Parts = Pick<
  Finding,
  "type" | "category" | "severity" | "direction" | "impact" | "title" | "summary" | "expected" | "score"
> & { value: number }

export function goalFinding(goal: Goal, { metric_id }: MetricSubject, projection: Projection, parts: Parts): Finding {
  const { value, ...others } = parts
  return {
    ...others,
    subject: { kind: "goal", goal_id: goal.id, metric_id },
    observed: { value, numerator: null, denominator: null, n: null },
    method: "weekday_median_projection.v1",
    evidence: {
      kind: "projection",
      ids: [],
      counts: {
        to_date: projection.toDate,
        projected: projection.value,
        target: goal.target,
        days_left: projection.daysLeft,
      },
    },
    dedupe_key: [parts.type, goal.id, parts.direction].join(":"),
    period: { from: goal.starts_on, to: projection.lastDay },
    baseline: projection.baseline,
  }
}
