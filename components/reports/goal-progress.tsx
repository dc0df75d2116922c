/** Shows the progress of a goal compared with the expected progress. */
import type { Data } from "@/components/api/types"
import { periodLabel } from "@/components/lists/ranges"
import { Badge } from "@/components/ui/badge"
import { formatValue, percent, type ValueFormat } from "@/domain/metrics/format-value"

type Goal = NonNullable<Data<"reports", "getData">["widgets"][number]["goal"]>

export function GoalProgress({
  goal,
  column = { unit: "number", currency: null },
}: {
  goal: Goal
  column?: ValueFormat
}) {
  const { value, target, progress, expected_share, pacing, comparator } = goal
  const isOnPlan = pacing === null || (comparator === "at_least" ? pacing >= 1 : pacing <= 1)
  return (
    <div className="max-w-xl">
      <p>
        <span className="figures text-figure">{formatValue(value, column)}</span>{" "}
        <span className="text-quiet">
          of {comparator === "at_least" ? "at least" : "at most"} {formatValue(target, column)}
        </span>
      </p>
      <div aria-hidden className="relative mt-3 h-2 rounded-full bg-hover">
        <div
          className={`h-2 rounded-full ${isOnPlan ? "bg-clear" : "bg-caution"}`}
          style={{ width: percentOf(progress) }}
        />
        <div className="-top-1 absolute h-4 w-px bg-text" style={{ left: percentOf(expected_share) }} />
      </div>
      <p className="mt-2 text-quiet text-table">
        <Badge state={isOnPlan ? "clear" : "caution"}>{isOnPlan ? "on track" : "off track"}</Badge>{" "}
        {progress === null ? "No data yet" : `${percent(progress)} of the goal`}, {percent(expected_share)} of the time
        elapsed ({periodLabel({ from: goal.starts_on, to: goal.ends_on })}).
      </p>
    </div>
  )
}

const percentOf = (share: number | null) => `${Math.min(100, Math.max(0, (share ?? 0) * 100))}%`
