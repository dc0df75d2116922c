/** The evidence of a signal in numbers: large figures above the chart, and facts below it. */
import { Link } from "@/components/link"
import { periodLabel } from "@/components/lists/ranges"
import { Time } from "@/components/time"
import { cn } from "@/components/ui/class-names"
import { Fact } from "@/components/ui/fact"
import type { ValueFormat } from "@/domain/metrics/format-value"
import { countsOf, figuresOf, scoreOf } from "./signal-figures"
import { methodName, type Signal } from "./signal-labels"

type Props = { signal: Signal; column: ValueFormat }

const columns = ["", "", "lg:grid-cols-2", "lg:grid-cols-3", "lg:grid-cols-4"]

export function SignalFigures({ signal, column }: Props) {
  const figures = figuresOf(signal, column)
  if (figures.length === 0) return null
  return (
    <dl
      className={cn(
        "mb-8 grid overflow-hidden border-line border-y",
        figures.length > 1 && "grid-cols-2",
        columns[figures.length],
      )}
    >
      {figures.map(({ name, value, detail }) => (
        // The borders of the outer items are cut off, so that lines stand only between items.
        <div
          key={name}
          className="-mt-px -ml-px min-w-0 border-line border-t border-l px-4 py-4 sm:px-5 max-lg:odd:pl-0 lg:first:pl-0"
        >
          <dt className="text-quiet">{name}</dt>
          <dd>
            <span className="figures mt-0.5 block text-title sm:text-figure">{value}</span>
            {detail && <span className="figures mt-1 block text-quiet text-table">{detail}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function SignalFacts({ signal, column, base }: Props & { base: string }) {
  const { period, baseline, method, evidence, subject } = signal
  const score = scoreOf(signal)
  const figures = figuresOf(signal, column)
  const isBaselineShown = figures.some(({ detail }) => baseline && detail?.endsWith(periodLabel(baseline)))
  const projectPath = subject.project_id && `${base}/ai-visibility/${subject.project_id}`
  const citedDomain = subject.filter?.["cited_domain"]
  return (
    <dl className="mt-5 flex flex-wrap gap-x-10 gap-y-4">
      {countsOf(signal, column).map(({ name, value }) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
      {figures.length === 0 && <Fact name="Days">{periodLabel(period)}</Fact>}
      {baseline && !isBaselineShown && <Fact name="Baseline">{periodLabel(baseline)}</Fact>}
      {score !== null && <Fact name={score.name}>{score.value}</Fact>}
      {method && (
        <Fact name="Method">
          <span title={method}>{methodName(method)}</span>
        </Fact>
      )}
      <Fact name="Last detected">
        <Time at={signal.last_detected_at} />
      </Fact>
      {projectPath && evidence.scan_id && (
        <Fact name="Scan">
          <Link href={`${projectPath}/scans/${evidence.scan_id}`} className="text-accent hover:underline">
            View scan
          </Link>
        </Fact>
      )}
      {projectPath && typeof citedDomain === "string" && (
        <Fact name="Cited domain">
          <Link
            href={`${projectPath}/citations/${encodeURIComponent(citedDomain)}`}
            className="text-accent hover:underline"
          >
            {citedDomain}
          </Link>
        </Fact>
      )}
    </dl>
  )
}
