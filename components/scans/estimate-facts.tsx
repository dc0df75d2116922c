/** Shows the estimate of a scan: its questions, precision and cost. */
import type { ReactNode } from "react"
import type { Data } from "@/components/api/types"
import { formatFactors } from "@/components/project-settings/estimate-numbers"
import { describeDetectableChange, formatInterval } from "@/components/project-settings/precision-labels"
import { engineName } from "@/domain/ai-engines/engine-names"
import { count, formatCost, pluralize } from "@/domain/kernel/format-count"
import { percent } from "@/domain/metrics/format-value"

export type Estimate = Data<"scans", "estimate">

export function EstimateFacts({ estimate }: { estimate: Estimate }) {
  const [overall] = estimate.precision
  // A scan of a selection is never compared, so it detects no change.
  const isSelection = estimate.is_selection
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
      <Line name="Size">
        <span className="figures font-strong">{pluralize(estimate.tasks, "answer")}</span>
        <Small>{formatFactors({ ...estimate, engines_n: estimate.engines.length })}</Small>
      </Line>
      <Line name="This month">
        <span className="figures">
          {count(estimate.left_this_month)} of {count(estimate.allowed_a_month)} answers left
        </span>
        {estimate.fits && estimate.tasks > 0 && (
          <Small>{count(estimate.left_this_month - estimate.tasks)} after this scan</Small>
        )}
      </Line>
      {(overall?.interval || !isSelection) && (
        <Line name="Precision">
          {precisionLine(estimate)}
          {overall && !isSelection && <Small>{describeDetectableChange(estimate)}</Small>}
        </Line>
      )}
      <Line name="Cost">{costLine(estimate)}</Line>
    </dl>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-quiet max-sm:-mb-3 max-sm:text-small">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

const Small = ({ children }: { children: ReactNode }) => (
  <span className="figures block text-quiet text-table">{children}</span>
)

function precisionLine({ precision: [overall], visibility }: Estimate): ReactNode {
  if (!overall?.interval) return "not known yet"
  return (
    <span className="figures">
      95% interval at {percent(visibility.value, 0)} visibility: {formatInterval(overall.interval)}
      <span className="text-quiet">{visibility.is_measured ? " (latest scan)" : " (typical value)"}</span>
    </span>
  )
}

function costLine({ cost_usd, by_engine }: Estimate): ReactNode {
  if (by_engine.length === 0) return "–"
  if (by_engine.every((engine) => engine.is_sample))
    return `free, because ${by_engine.length > 1 ? "sample engines invent their" : "the sample engine invents its"} answers`
  if (cost_usd !== null) return `about ${formatCost(cost_usd)}, based on earlier answers`
  const unknown = by_engine.filter((engine) => engine.cost_usd === null).map(({ engine_id }) => engineName(engine_id))
  return `not known, because earlier answers or prices of ${new Intl.ListFormat("en").format(unknown)} are missing`
}
