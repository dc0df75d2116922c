/** The evidence of a signal in numbers: large figures above the chart, counts below it, and how it was tested. */
import { periodLabel } from "@/components/lists/ranges"
import { Time } from "@/components/time"
import { cn } from "@/components/ui/class-names"
import { Fact } from "@/components/ui/fact"
import type { ValueFormat } from "@/domain/metrics/format-value"
import { countsOf, figuresOf, scoreOf, testCountsOf } from "./signal-figures"
import { methodName, type Signal } from "./signal-labels"

type Props = { signal: Signal; column: ValueFormat }

/** The columns by the number of figures. On phones, three fit into one row, and four take two rows. */
const columns = ["", "", "grid-cols-2", "grid-cols-3", "grid-cols-2 lg:grid-cols-4"]

export function SignalFigures({ signal, column }: Props) {
  const figures = figuresOf(signal, column)
  if (figures.length === 0) return null
  const areThree = figures.length === 3
  return (
    <dl className={cn("mb-8 grid overflow-hidden border-line border-y", columns[figures.length])}>
      {figures.map(({ name, value, range, detail }) => (
        // The borders of the outer items are cut off, so that lines stand only between items.
        <div
          key={name}
          className={cn(
            "-mt-px -ml-px min-w-0 break-words border-line border-t border-l py-4 sm:px-5",
            areThree ? "px-2.5 first:pl-0 sm:first:pl-0" : "px-4 max-lg:odd:pl-0 lg:first:pl-0",
          )}
        >
          <dt className="text-quiet">{name}</dt>
          <dd>
            <span className={cn("figures mt-0.5 block sm:text-figure", areThree ? "text-lead" : "text-title")}>
              {value}
            </span>
            {range && <span className="figures mt-0.5 block text-table">{range}</span>}
            {detail && <span className="figures mt-1 block text-quiet text-table">{detail}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The counts that support the finding. Null without any. */
export function SignalCounts({ signal, column }: Props) {
  const counts = countsOf(signal, column)
  const hasFigures = figuresOf(signal, column).length > 0
  if (counts.length === 0 && hasFigures) return null
  return (
    <dl className="mt-5 flex flex-wrap gap-x-10 gap-y-4">
      {counts.map(({ name, value }) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
      {!hasFigures && <Fact name="Days">{periodLabel(signal.period)}</Fact>}
    </dl>
  )
}

/** How the signal was detected, in statistical terms. Closed at first. */
export function SignalTest({ signal, column }: Props) {
  const { baseline, method } = signal
  const score = scoreOf(signal)
  const isBaselineShown = figuresOf(signal, column).some(({ showsBaseline }) => showsBaseline)
  return (
    <details className="mb-10">
      <summary className="w-fit cursor-pointer text-quiet">How this was tested</summary>
      <dl className="mt-3 flex flex-wrap gap-x-10 gap-y-4">
        {method && (
          <Fact name="Method">
            <span title={method}>{methodName(method)}</span>
          </Fact>
        )}
        {score !== null && <Fact name={score.name}>{score.value}</Fact>}
        {testCountsOf(signal).map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        {baseline && !isBaselineShown && <Fact name="Baseline">{periodLabel(baseline)}</Fact>}
        <Fact name="First detected">
          <Time at={signal.first_detected_at} />
        </Fact>
        <Fact name="Last detected">
          <Time at={signal.last_detected_at} />
        </Fact>
      </dl>
    </details>
  )
}
