/**
 * Table of metrics by dimension: the rows, the others in one row, and the totals. A table of one metric also shows each
 * row's change since the comparison period, and its share of the total.
 */

import { ShareBar } from "@/components/charts/share-bar"
import { Change } from "@/components/metrics/change"
import { cn } from "@/components/ui/class-names"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { pluralize } from "@/domain/kernel/format-count"
import { columnFormat, formatInColumn } from "@/domain/metrics/format-column"
import { percent } from "@/domain/metrics/format-value"
import type { WidgetData } from "./widget-data"

type Values = WidgetData["totals"]
type FormattedColumn = { id: string; label: string; format: ReturnType<typeof columnFormat> }
/** Returns the share of a row in the total. Null for a row without a value. */
type ShareOf = (values: Values) => number | null

export function MetricTable({ widget }: { widget: WidgetData }) {
  const { dimensions, rows, totals, other, rows_total, rows_returned } = widget
  const columns = formattedColumns(widget)
  const shareOf = sharesOf(widget)
  const compared = comparedColumn(widget)
  return (
    <Table label={widget.title} isCards={dimensions.length + columns.length > 2}>
      <thead>
        <tr>
          {dimensions.map(({ id, label }) => (
            <Th key={id}>{label}</Th>
          ))}
          {columns.map(({ id, label }) => (
            <Th key={id} className={numeric}>
              {label}
            </Th>
          ))}
          {compared && <Th className={numeric}>Change</Th>}
          {shareOf && <ShareHeads isWide={Boolean(compared)} />}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ dims, labels, values }) => (
          <Tr key={Object.values(dims).join("\u0000")}>
            {dimensions.map(({ id }) => (
              <Td key={id} className="wrap-anywhere min-w-32 max-md:w-full">
                {labels[id] || <span className="text-quiet">not set</span>}
              </Td>
            ))}
            <ValueCells values={values} columns={columns} />
            <ChangeCell values={values} column={compared} />
            {shareOf && <ShareCells share={shareOf(values)} isWide={Boolean(compared)} />}
          </Tr>
        ))}
        {other && (
          <Tr className="text-quiet">
            <Td colSpan={dimensions.length}>{pluralize(rows_total - rows_returned, "other")}</Td>
            <ValueCells values={other} columns={columns} />
            <ChangeCell values={other} column={compared} />
            {shareOf && <ShareCells share={shareOf(other)} isWide={Boolean(compared)} />}
          </Tr>
        )}
        <Tr className="font-strong">
          <Td colSpan={dimensions.length}>Total</Td>
          <ValueCells values={totals} columns={columns} />
          <ChangeCell values={totals} column={compared} />
          {shareOf && <Td colSpan={2} className="max-sm:hidden" />}
        </Tr>
      </tbody>
    </Table>
  )
}

/** All values of a column have the same number of decimals, so the format depends on all of them. */
const formattedColumns = ({ columns, rows, other, totals }: WidgetData): FormattedColumn[] =>
  columns.map((column) => {
    const values = [...rows.map((row) => row.values), ...(other ? [other] : []), totals]
    const amounts = values.map((row) => row[column.id]?.value ?? null)
    return { id: column.id, label: column.label, format: columnFormat(amounts, column) }
  })

const ValueCells = ({ values, columns }: { values: Values; columns: FormattedColumn[] }) =>
  columns.map(({ id, label, format }) => (
    <Td key={id} label={label} className={numeric}>
      {formatInColumn(values[id]?.value ?? null, format)}
    </Td>
  ))

/** The column whose changes the table shows. A table of several metrics has no space for them. */
function comparedColumn({ columns, totals }: WidgetData): WidgetData["columns"][number] | undefined {
  const [only, ...others] = columns
  return only && others.length === 0 && totals[only.id]?.delta_abs != null ? only : undefined
}

function ChangeCell({ values, column }: { values: Values; column: WidgetData["columns"][number] | undefined }) {
  const value = column && values[column.id]
  if (!column) return null
  return (
    <Td label="change" className={numeric}>
      {value ? <Change value={value} column={column} /> : "–"}
    </Td>
  )
}

/** With `isWide`, phones leave the share out, because they show the change instead. */
const ShareHeads = ({ isWide }: { isWide: boolean }) => (
  <>
    <Th className={cn(numeric, isWide && "max-sm:hidden")}>Share</Th>
    <Th className="w-[34%] max-sm:hidden">
      <span className="sr-only">Share from 0 to 100%</span>
    </Th>
  </>
)

const ShareCells = ({ share, isWide }: { share: number | null; isWide: boolean }) => (
  <>
    <Td label="share" className={cn(numeric, isWide && "max-sm:hidden")}>
      {share === null ? "–" : percent(share)}
    </Td>
    <Td className="max-sm:hidden">{share !== null && <ShareBar share={share} />}</Td>
  </>
)

/** Rounded rows may differ from their total by this share of it. */
const maxRoundingError = 0.005

/**
 * Returns a function for the share of a row. Undefined for a table of several metrics or dimensions, and for metrics
 * whose rows do not add up to the total, such as users or averages.
 */
function sharesOf({ columns, dimensions, rows, totals, other }: WidgetData): ShareOf | undefined {
  const [column] = columns
  if (!column || columns.length > 1 || dimensions.length !== 1 || rows.length < 2) return undefined
  const amountOf = (values: Values) => values[column.id]?.value ?? null
  const total = amountOf(totals) ?? 0
  const parts = rows.map(({ values }) => amountOf(values) ?? 0)
  if (other) parts.push(amountOf(other) ?? 0)
  const sum = parts.reduce((added, part) => added + part, 0)
  const addsUp = Math.abs(sum - total) <= total * maxRoundingError
  if (total <= 0 || !addsUp || parts.some((part) => part < 0)) return undefined
  return (values) => {
    const amount = amountOf(values)
    return amount === null ? null : amount / total
  }
}
