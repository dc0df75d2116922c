/** Shows the progress of a goal: the value with a curve, or a bar with the expected pace and the forecast. */
import type { ReactNode } from "react"
import { lengthInDays } from "@/components/days"
import { capitalize } from "@/components/letter-case"
import { Badge } from "@/components/ui/badge"
import { cn } from "@/components/ui/class-names"
import { pluralize } from "@/domain/kernel/format-count"
import { isBudget } from "@/domain/metrics/budget"
import { isSum } from "@/domain/metrics/catalogue"
import { formatValue, percent, type ValueFormat } from "@/domain/metrics/format-value"
import { GoalChart } from "./goal-chart"
import { type CurvedGoal, type DailyValue, goalCurve } from "./goal-curve"
import { describeTarget, type Goal } from "./goal-name"
import { goalSentence, limitName } from "./goal-sentence"
import { outlookOf } from "./outlook"

type Progress = CurvedGoal & Pick<Goal, "progress" | "expected_share" | "pacing">
type Props = {
  goal: Progress & { status?: Goal["status"] }
  column?: ValueFormat | undefined
  /** The daily values of the goal. With them, sums have a curve instead of the bar. */
  days?: DailyValue[] | undefined
  /** The names of the goal and of its metric, for the curve. */
  names?: { goal: string; metric: string }
  /** False if the page already says the sentence of the goal. */
  hasSentence?: boolean
}

const plainNumber: ValueFormat = { unit: "number", currency: null }

export function GoalProgress({ goal, column = plainNumber, days, names, hasSentence = true }: Props) {
  const curve = days && names && goalCurve(goal, days)
  if (!curve) return <GoalBar goal={goal} column={column} />
  const { state, words } = outlookOf(goal)
  return (
    <div>
      <SoFar goal={goal} column={column} />
      <p className="mt-1 mb-4 flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge state={state}>{words}</Badge>
        {hasSentence && <span className="max-w-[92ch]">{goalSentence(goal, column)}</span>}
      </p>
      <GoalChart
        label={`${names.goal}: progress`}
        metricName={names.metric}
        curve={curve}
        column={column}
        target={{ name: capitalize(limitName(goal)), value: goal.target }}
        forecast={goal.forecast}
      />
    </div>
  )
}

const SoFar = ({ goal, column }: { goal: Progress; column: ValueFormat }) => (
  <p>
    <span className="figures text-figure">{formatValue(goal.value, column)}</span>{" "}
    <span className="text-quiet">so far. {labeledTarget(goal, column)}.</span>
  </p>
)

/** "Budget: €8,500", or "Goal: at least €120,000". */
const labeledTarget = (goal: Progress, column: ValueFormat) =>
  isBudget(goal) ? `Budget: ${formatValue(goal.target, column)}` : `Goal: ${describeTarget(goal, column)}`

function GoalBar({ goal, column }: { goal: Props["goal"]; column: ValueFormat }) {
  const { target, progress, forecast } = goal
  const pace = expectedValue(goal)
  const { state, words } = outlookOf(goal)
  return (
    <div className="max-w-xl">
      <SoFar goal={goal} column={column} />
      <Bar goal={goal} column={column} />
      <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-quiet text-table">
        <Badge state={state}>{words}</Badge>
        <span>
          {progress === null
            ? `${daysPassed(goal)} have passed.`
            : `${percent(progress)} of the ${limitName(goal)} ${isBudget(goal) ? "spent" : "reached"} after ${daysPassed(goal)}.`}
        </span>
      </p>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-quiet text-table empty:hidden">
        {pace !== null && (
          <Mark className={paceMark}>
            expected by now <span className="figures text-text">{formatValue(pace, column)}</span>
          </Mark>
        )}
        {forecast && (
          <Mark className={cn(forecastMark, "w-3")}>
            forecast <span className="figures text-text">{formatValue(forecast.value, column)}</span>, 80% interval{" "}
            {formatValue(forecast.low, column)} to {formatValue(forecast.high, column)}
          </Mark>
        )}
        {barEnd(goal) > target && <Mark className={targetMark}>target</Mark>}
      </ul>
    </div>
  )
}

/** "27 of 30 days" */
function daysPassed({ expected_share, starts_on, ends_on }: Progress) {
  const days = lengthInDays(starts_on, ends_on)
  return `${Math.round(expected_share * days)} of ${pluralize(days, "day")}`
}

const barColors = { clear: "bg-clear", caution: "bg-caution", danger: "bg-danger", idle: "bg-edge" }
const paceMark = "w-px bg-text"
const forecastMark = "bg-edge/60"
const targetMark = "w-0.5 bg-accent"

/** The value that is expected by today. Null without a forecast, and for ratios, which do not grow towards a target. */
const expectedValue = ({ metric, target, expected_share, forecast }: Progress) =>
  forecast && isSum(metric) ? target * expected_share : null

/** The right end of the bar: the largest of target, value and forecast. */
const barEnd = ({ target, value, forecast }: Progress) => Math.max(target, value ?? 0, forecast?.high ?? 0)

/**
 * The value as a bar, with marks for the expected value, the forecast, and the target unless the bar ends there. The
 * target is labeled below the bar.
 */
function Bar({ goal, column }: { goal: Props["goal"]; column: ValueFormat }) {
  const { value, target, forecast } = goal
  const end = barEnd(goal)
  const at = (position: number) => `${Math.min(100, Math.max(0, (position / end) * 100))}%`
  const pace = expectedValue(goal)
  const { state } = outlookOf(goal)
  return (
    <div aria-hidden className="mt-3">
      <div className="relative h-2 rounded-full bg-hover print:border print:border-line">
        {forecast && (
          <div
            className={`absolute h-2 min-w-1 ${forecastMark}`}
            style={{ left: at(forecast.low), right: `calc(100% - ${at(forecast.high)})` }}
          />
        )}
        <div className={`absolute h-2 rounded-full ${barColors[state]}`} style={{ width: at(value ?? 0) }} />
        {pace !== null && <div className={`-top-1 absolute h-4 ${paceMark}`} style={{ left: at(pace) }} />}
        {end > target && <div className={`-top-1 absolute h-4 ${targetMark}`} style={{ left: at(target) }} />}
      </div>
      <p
        className="figures mt-1.5 text-right text-quiet text-small"
        style={{ width: at(target), minWidth: "max-content" }}
      >
        {formatValue(target, column)}
      </p>
    </div>
  )
}

/** Explains a mark of the bar. */
const Mark = ({ className, children }: { className: string; children: ReactNode }) => (
  <li className="flex items-baseline gap-2">
    <span aria-hidden className={cn("h-3 shrink-0 self-center", className)} />
    <span>{children}</span>
  </li>
)
