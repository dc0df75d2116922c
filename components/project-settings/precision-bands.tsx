/** Chart of a scan's precision: the expected confidence interval of visibility, and the smallest detectable change. */
import { count, pluralize } from "@/domain/kernel/format-count"
import { percent } from "@/domain/metrics/format-value"
import { describeDetectableChange, formatInterval } from "./precision-labels"
import type { Estimate } from "./scan-settings"

export function PrecisionBands({ estimate }: { estimate: Estimate }) {
  const { visibility, precision, by_engine, tasks } = estimate
  const names = new Map(by_engine.map(({ engine_id, name }) => [engine_id, name]))
  const bands = by_engine.length > 1 ? precision : precision.slice(0, 1)
  const [overall] = precision
  const answersN = overall?.answers_n ?? 0
  return (
    <div className="grid gap-3">
      <div>
        <h3>Expected interval at {percent(visibility.value, 0)} visibility</h3>
        <p className="text-quiet text-small">
          {visibility.is_measured
            ? "The visibility of your latest scan. "
            : "A typical visibility. Yours is known after the first scan. "}
          95% intervals on an axis from 0% to 100%.
        </p>
      </div>
      <ul className="grid gap-3">
        {bands.map(({ engine_id, interval, answers_n }) => (
          <li key={engine_id}>
            <div className="flex items-baseline justify-between gap-3 text-table">
              <span className="min-w-0 break-words">
                {engine_id === null ? "All engines" : (names.get(engine_id) ?? engine_id)}
              </span>
              <span className="figures whitespace-nowrap font-strong">{formatInterval(interval)}</span>
            </div>
            <Band interval={interval} value={visibility.value} />
            <span className="figures block text-quiet text-small">{pluralize(answers_n, "answer")}</span>
          </li>
        ))}
      </ul>
      {overall && <p>{describeDetectableChange(estimate)}</p>}
      {answersN < tasks && (
        <p className="text-quiet text-small">
          {count(tasks - answersN)} of the {count(tasks)} answers {tasks - answersN === 1 ? "is" : "are"} to prompts
          that name your brand. They are excluded from metrics.
        </p>
      )}
    </div>
  )
}

function Band({ interval, value }: { interval: { low: number; high: number } | null; value: number }) {
  return (
    <span aria-hidden className="relative my-1 block h-4 w-full border-line border-x bg-hover">
      {interval && (
        <span
          className="absolute inset-y-0.5 rounded-[2px] bg-accent-bar transition-all"
          style={{ left: `${interval.low * 100}%`, right: `${(1 - interval.high) * 100}%` }}
        />
      )}
      <span className="absolute inset-y-0 w-0.5 bg-accent" style={{ left: `calc(${value * 100}% - 1px)` }} />
    </span>
  )
}
