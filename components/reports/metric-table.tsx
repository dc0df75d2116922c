/** Table of metrics by dimension: the rows, the others in one row, and the totals. */

import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { pluralize } from "@/domain/kernel/format-count"
import { columnFormat, formatInColumn } from "@/domain/metrics/format-column"
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
        </tr>
      </thead>
      <tbody>
        {rows.map(({ dims, labels, values }) => (
          <Tr key={Object.values(dims).join("\u0000")}>
            {dimensions.map(({ id }) => (
              <Td key={id} className="min-w-32 wrap-anywhere">
                {labels[id] || <span className="text-quiet">not set</span>}
              </Td>
            ))}
            {cells(values)}
          </Tr>
        ))}
        {other && (
          <Tr className="text-quiet">
            <Td colSpan={dimensions.length}>{pluralize(rows_total - rows_returned, "other")}</Td>
            {cells(other)}
          </Tr>
        )}
        <Tr className="font-strong">
          <Td colSpan={dimensions.length}>Total</Td>
          {cells(totals)}
        </Tr>
      </tbody>
    </Table>
  )
}
