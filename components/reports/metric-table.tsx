/**
 * Table of metrics by dimension: the rows, the others in one row, and the totals. A table of one metric also shows each
 * row's share of the total.
 */

import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { pluralize } from "@/domain/kernel/format-count"
import { columnFormat, formatInColumn } from "@/domain/metrics/format-column"
import { percent } from "@/domain/metrics/format-value"
import { ShareBar } from "./share-bar"
import type { WidgetData } from "./widget-data"

type Values = WidgetData["totals"]

export function MetricTable({ widget }: { widget: WidgetData }) {
  const { columns, dimensions, rows, totals, other, rows_total, rows_returned } = widget
  const allValues = [...rows.map(({ values }) => values), ...(other ? [other] : []), totals]
  const formats = columns.map((column) => ({
    id: column.id,
    label: column.label,
    format: columnFormat(
      allValues.map((values) => values[column.id]?.value ?? null),
      column,
    ),
  }))
  const cells = (values: Values) =>
    formats.map(({ id, label, format }) => (
      <Td key={id} label={label} className={numeric}>
        {formatInColumn(values[id]?.value ?? null, format)}
      </Td>
    ))
  const shareOf = sharesOf(widget)
  const shareCells = (values: Values) => {
    const share = shareOf?.(values) ?? null
    return (
      shareOf && (
        <>
          <Td label="share" className={numeric}>
            {share === null ? "–" : percent(share)}
          </Td>
          <Td className="max-sm:hidden">{share !== null && <ShareBar share={share} />}</Td>
        </>
      )
    )
  }
  return (
    <Table label={widget.title} isCards={dimensions.length + columns.length > 2}>
      <thead>
        <tr>
          {dimensions.map(({ id, label }) => (
            <Th key={id}>{label}</Th>
          ))}
          {columns.map((column) => (
            <Th key={column.id} className={numeric}>
              {column.label}
            </Th>
          ))}
          {shareOf && (
            <>
              <Th className={numeric}>Share</Th>
              <Th className="w-[34%] max-sm:hidden">
                <span className="sr-only">Share from 0 to 100%</span>
              </Th>
            </>
          )}
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
            {cells(values)}
            {shareCells(values)}
          </Tr>
        ))}
        {other && (
          <Tr className="text-quiet">
            <Td colSpan={dimensions.length}>{pluralize(rows_total - rows_returned, "other")}</Td>
            {cells(other)}
            {shareCells(other)}
          </Tr>
        )}
        <Tr className="font-strong">
          <Td colSpan={dimensions.length}>Total</Td>
          {cells(totals)}
          {shareOf && <Td colSpan={2} className="max-sm:hidden" />}
        </Tr>
      </tbody>
    </Table>
  )
}

/** Rows add up to their total if the difference is smaller than rounding explains. */
const maxDifference = 0.005

/**
 * Returns a row's share of the total. Undefined for several metrics, and for metrics whose rows do not add up, such as
 * users or averages.
 */
function sharesOf({ columns: [column, ...others], dimensions, rows, totals, other }: WidgetData) {
  if (!column || others.length > 0 || dimensions.length !== 1 || rows.length < 2) return
  const amountOf = (values: Values) => values[column.id]?.value ?? null
  const total = amountOf(totals) ?? 0
  const parts = [...rows.map(({ values }) => values), ...(other ? [other] : [])].map((values) => amountOf(values) ?? 0)
  const sum = parts.reduce((added, part) => added + part, 0)
  if (total <= 0 || parts.some((part) => part < 0) || Math.abs(sum - total) > total * maxDifference) return
  return (values: Values) => {
    const value = amountOf(values)
    return value === null ? null : value / total
  }
}
