/** Shows a client's metrics for a period: a table of all metrics, and one metric by day. */

import type { Data } from "@/components/api/types"
import { fillDates } from "@/components/charts/fill-dates"
import { LineChart } from "@/components/charts/line-chart"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { Empty } from "@/components/lists/empty"
import { urlWithQuery } from "@/components/lists/pager"
import { RangePicker } from "@/components/lists/range-picker"
import { lastDaysWithData, type PeriodInput, periodLabel } from "@/components/lists/ranges"
import { Change } from "@/components/metrics/change"
import { Button } from "@/components/ui/button"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { formatValue } from "@/domain/metrics/format-value"
import { type Break, BreaksDialog } from "./breaks-dialog"

type Metrics = Data<"clients", "queryMetrics">
type Column = Metrics["columns"][number]
type Props = {
  path: string
  periodInput: PeriodInput
  columns: Column[]
  chosen: Column | undefined
  summary: {
    data: Metrics
    meta: { period?: { from: string; to: string } | null; freshness?: { data_through: string | null } | null }
  }
  days: Metrics["rows"]
  clientName: string
  clientId: string
  breaks: Break[]
  mayEdit: boolean
}

export function MetricsSection(props: Props) {
  const { path, periodInput, columns, chosen, summary, days, clientName, clientId, breaks, mayEdit } = props
  const { period, freshness } = summary.meta
  const shownPeriod = period ?? { from: "", to: "" }
  return (
    <Section
      title="Metrics"
      lead={period && `${periodLabel(period)}, compared with the previous period of the same length.`}
      actions={chosen && mayEdit && <BreaksDialog clientId={clientId} period={shownPeriod} breaks={breaks} />}
    >
      <RangePicker path={path} periodInput={periodInput} shown={shownPeriod}>
        {chosen && <input type="hidden" name="metric" value={chosen.id} />}
      </RangePicker>
      {chosen ? (
        <div className="grid gap-6">
          <LineChart
            label={`${chosen.label} by day`}
            column={chosen}
            breaks={breaks}
            series={[{ id: "value", name: chosen.label }]}
            points={fillDates(
              days.map(({ dims, values }) => ({
                date: dims.date ?? "",
                values: { value: values[chosen.id]?.value ?? null },
              })),
              shownPeriod,
              "day",
            )}
          />
          <MetricTable {...{ path, periodInput, columns, chosen }} totals={summary.data.totals} />
        </div>
      ) : (
        <NoMetrics path={path} dataThrough={freshness?.data_through ?? null} clientName={clientName} />
      )}
    </Section>
  )
}

type TableProps = Pick<Props, "path" | "periodInput" | "columns" | "chosen"> & { totals: Metrics["totals"] }

function MetricTable({ path, periodInput, columns, chosen, totals }: TableProps) {
  return (
    <Table label="Metrics">
      <thead>
        <tr>
          <Th>Metric</Th>
          <Th className={numeric}>Value</Th>
          <Th className={`${numeric} max-sm:whitespace-normal`}>Previous period</Th>
          <Th className={numeric}>Change</Th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column) => {
          const value = totals[column.id]
          if (!value) return null
          return (
            <Tr
              key={column.id}
              className="relative hover:bg-hover data-chosen:bg-accent-wash"
              data-chosen={column === chosen || undefined}
            >
              <Td>
                <Link
                  href={urlWithQuery(path, { ...periodInput, metric: column.id })}
                  scroll={false}
                  className="after:absolute after:inset-0"
                >
                  {column.label}
                </Link>
              </Td>
              <Td className={`${numeric} font-strong text-body`}>{formatValue(value.value, column)}</Td>
              <Td className={`${numeric} text-quiet`}>{formatValue(value.previous, column)}</Td>
              <Td className={numeric}>
                <Change value={value} column={column} />
              </Td>
            </Tr>
          )
        })}
      </tbody>
    </Table>
  )
}

type NoMetricsProps = { path: string; dataThrough: string | null; clientName: string }

function NoMetrics({ path, dataThrough, clientName }: NoMetricsProps) {
  if (dataThrough) {
    const days = lastDaysWithData(dataThrough)
    return (
      <Empty
        title="No metrics in this period"
        action={
          <Button asChild>
            <Link href={urlWithQuery(path, days)}>Show {periodLabel(days)}</Link>
          </Button>
        }
      >
        The last day with metrics is {periodLabel({ from: dataThrough, to: dataThrough })}.
      </Empty>
    )
  }
  const importCommand = `npm run import -- metrics google-ads.csv \\\n  --client "${clientName}" --provider google_ads`
  return (
    <Empty title="No metrics yet" code={importCommand}>
      Import an export of this client. Run this command on the machine that runs Signalbox:
    </Empty>
  )
}
