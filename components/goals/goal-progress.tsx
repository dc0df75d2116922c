/** Shows the progress of a goal: the value, a bar with the expected pace, and the forecast. */
import { Badge } from "@/components/ui/badge"
import { formatValue, percent, type ValueFormat } from "@/domain/metrics/format-value"
import { type Goal, targetName } from "./goal-name"
import { outlookOf } from "./outlook"

type Progress = Pick<
  Goal,
  "value" | "target" | "comparator" | "progress" | "expected_share" | "pacing" | "forecast" | "data_through"
>
type Props = { goal: Progress & { status?: Goal["status"] }; column?: ValueFormat | undefined }

export function GoalProgress({ goal, column = { unit: "number", currency: null } }: Props) {
  const { value, progress, expected_share, forecast } = goal
  const { state, words } = outlookOf(goal)
  return (
    <div className="max-w-xl">
      <p>
        <span className="figures text-figure">{formatValue(value, column)}</span>{" "}
        <span className="text-quiet">so far. Goal: {targetName(goal, column)}.</span>
      </p>
      <Bar goal={goal} />
      <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-quiet text-table">
        <Badge state={state}>{words}</Badge>
        <span>
          {progress === null
            ? `${percent(expected_share, 0)} of the days have passed.`
            : `${percent(progress)} of the target reached after ${percent(expected_share, 0)} of the days.`}
        </span>
        {forecast && (
          <span>
            Forecast {formatValue(forecast.value, column)} (80% interval {formatValue(forecast.low, column)} to{" "}
            {formatValue(forecast.high, column)}).
          </span>
        )}
      </p>
    </div>
  )
}

const barColors = { clear: "bg-clear", caution: "bg-caution", danger: "bg-danger", idle: "bg-edge" }

/**
 * Ranges from 0 to the greatest of target, value and forecast. The thin line marks the pace, and the thick line the
 * target, unless the bar ends there.
 */
function Bar({ goal }: Props) {
  const { value, target, pacing, forecast } = goal
  const end = Math.max(target, value ?? 0, forecast?.high ?? 0)
  const at = (position: number) => `${Math.min(100, Math.max(0, (position / end) * 100))}%`
  const pace = value !== null && pacing ? value / pacing : null
  const { state } = outlookOf(goal)
  return (
    <div aria-hidden className="relative mt-3 h-2 rounded-full bg-hover print:border print:border-line">
      {forecast && (
        <div
          className="absolute h-2 bg-edge/40"
          style={{ left: at(forecast.low), right: `calc(100% - ${at(forecast.high)})` }}
        />
      )}
      <div className={`absolute h-2 rounded-full ${barColors[state]}`} style={{ width: at(value ?? 0) }} />
      {pace !== null && <div className="-top-1 absolute h-4 w-px bg-text" style={{ left: at(pace) }} />}
      {end > target && <div className="-top-1 absolute h-4 w-0.5 bg-accent" style={{ left: at(target) }} />}
    </div>
  )
}
