/** The evidence of a signal: its values, its days, its method and its counts. */

import { Link } from "@/components/link"
import { periodLabel } from "@/components/lists/ranges"
import { Time } from "@/components/time"
import { Fact } from "@/components/ui/fact"
import { Table, Td, Tr } from "@/components/ui/table"
import { formatValue, type ValueFormat } from "@/domain/metrics/format-value"
import type { Signal } from "./signal-labels"

type Props = { signal: Signal; column: ValueFormat; base: string }

export function SignalFacts({ signal, column, base }: Props) {
  const { observed, expected, period, baseline, score, method, evidence } = signal
  const range = expected.low !== null && expected.high !== null
  return (
    <>
      <dl className="mb-6 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        {observed.value !== null && <Fact name="Observed">{formatValue(observed.value, column)}</Fact>}
        {(expected.value !== null || range) && (
          <Fact name="Expected">
            {expected.value !== null && formatValue(expected.value, column)}
            {range && (
              <span className="block text-quiet text-small">
                {formatValue(expected.low, column)} to {formatValue(expected.high, column)}
              </span>
            )}
          </Fact>
        )}
        <Fact name="Days">{periodLabel(period)}</Fact>
        {baseline && <Fact name="Baseline">{periodLabel(baseline)}</Fact>}
        <Fact name="First detected">
          <Time at={signal.first_detected_at} />
        </Fact>
        <Fact name="Last detected">
          <Time at={signal.last_detected_at} />
        </Fact>
        {score !== null && <Fact name="Score">{score.toLocaleString("en", { maximumFractionDigits: 2 })}</Fact>}
        {method && (
          <Fact name="Method">
            <code className="font-mono text-table">{method}</code>
          </Fact>
        )}
      </dl>
      {Object.keys(evidence.counts).length > 0 && (
        <Table label="Evidence">
          <tbody>
            {Object.entries(evidence.counts).map(([name, value]) => (
              <Tr key={name}>
                <Td className="text-quiet">{humanizeName(name)}</Td>
                <Td className="figures text-right">
                  {countsInMetricUnit.has(name)
                    ? formatValue(value, column)
                    : value.toLocaleString("en", { maximumFractionDigits: 3 })}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
      {evidence.scan_id && signal.subject.project_id && (
        <p className="mt-3">
          <Link
            href={`${base}/ai-visibility/${signal.subject.project_id}/scans/${evidence.scan_id}`}
            className="text-accent hover:underline"
          >
            View the scan
          </Link>
        </p>
      )}
    </>
  )
}

/** Counts that have the unit of the metric, such as the target of a goal. */
const countsInMetricUnit = new Set(["target", "to_date", "projected"])

/** "answers_before" becomes "Answers before". */
const humanizeName = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")}`
