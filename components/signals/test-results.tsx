/** Result of a back-test: the count of signals, a chart of each series with signals, and the series without any. */
import type { Data } from "@/components/api/types"
import { Sparkline } from "@/components/charts/sparkline"
import { Section } from "@/components/frame/section"
import { Empty } from "@/components/lists/empty"
import { periodLabel } from "@/components/lists/ranges"
import { Lamp } from "@/components/ui/lamp"
import { ScrollArea } from "@/components/ui/scroll-area"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { count, pluralize } from "@/domain/kernel/format-count"
import type { ValueFormat } from "@/domain/metrics/format-value"
import { SignalChart } from "./signal-chart"
import { severityNames, severityStates } from "./signal-labels"

type Test = Data<"signals", "backtest">
type Series = Test["series"][number]

export function TestResults({ from, to, series, clientName }: Test & { clientName: string }) {
  if (series.length === 0)
    return (
      <Empty title="No data for these metrics">
        {clientName} has no final values of these metrics yet. Choose other settings, or connect a data source.
      </Empty>
    )
  const withSignals = series.filter(({ signals }) => signals.length > 0)
  const withoutSignals = series.filter(({ signals }) => signals.length === 0)
  return (
    <>
      <p className="mb-8">
        <span className="block text-lead">{testHeadline(series)}</span>
        <span className="text-quiet">{periodLabel({ from, to })}</span>
      </p>
      {withSignals.map((tested) => (
        <SeriesWithSignals key={keyOf(tested)} series={tested} />
      ))}
      {withoutSignals.length > 0 && <SeriesWithoutSignals series={withoutSignals} />}
    </>
  )
}

const keyOf = ({ data_source_id, metric_id }: Series) => `${data_source_id} ${metric_id}`

function SeriesWithSignals({ series }: { series: Series }) {
  const { data_source_name, metric_id, label, unit, currency, days, signals } = series
  return (
    <Section title={label} lead={`${data_source_name}: ${pluralize(signals.length, "signal")}`}>
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_280px]">
        <div className="min-w-0">
          <SignalChart
            label={label}
            column={{ id: metric_id, unit, currency } as ValueFormat}
            points={days}
            events={signals}
          />
        </div>
        <ScrollArea label={`Signals of ${label}, ${data_source_name}`} className="lg:max-h-72">
          <ol>
            {signals.map(({ from, to, title, summary, severity }) => (
              <li
                key={`${from} ${title}`}
                title={summary}
                className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-2.5 border-line border-b py-2 text-table last:border-b-0"
              >
                <Lamp state={severityStates[severity]} />
                <span>
                  {title}
                  <span className="block text-quiet">
                    {periodLabel({ from, to })}, {severityNames[severity]}
                  </span>
                </span>
              </li>
            ))}
          </ol>
        </ScrollArea>
      </div>
    </Section>
  )
}

const SeriesWithoutSignals = ({ series }: { series: Series[] }) => (
  <Section title="Without signals">
    <Table label="Series without signals">
      <thead>
        <tr>
          <Th>Metric</Th>
          <Th>Source</Th>
          <Th className="max-sm:hidden">Last year</Th>
        </tr>
      </thead>
      <tbody>
        {series.map((tested) => (
          <Tr key={keyOf(tested)}>
            <Td>{tested.label}</Td>
            <Td className="text-quiet">{tested.data_source_name}</Td>
            <Td className="w-72 max-sm:hidden">
              <Sparkline values={tested.days.map(({ value }) => value)} className="h-7 w-full" />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  </Section>
)

type CountedSeries = { metric_id: string; signals: readonly unknown[] }

/** "5 signals, in 2 of 4 metrics", "1 signal" for a single metric, or "No signals in 4 metrics". */
export function testHeadline(series: readonly CountedSeries[]): string {
  const tested = metricsOf(series).size
  const withSignals = metricsOf(series.filter(({ signals }) => signals.length > 0)).size
  const metrics = pluralize(tested, "metric")
  if (withSignals === 0) return `No signals in ${metrics}`
  const text = pluralize(
    series.reduce((sum, { signals }) => sum + signals.length, 0),
    "signal",
  )
  return tested === 1 ? text : `${text}, in ${count(withSignals)} of ${metrics}`
}

/** Two sources can have the same metric. It counts once. */
const metricsOf = (series: readonly CountedSeries[]) => new Set(series.map(({ metric_id }) => metric_id))
