/** Table of metrics by dimension: the rows, the sum of the rows beyond the limit, and the totals. */

import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { formatValue } from "@/domain/metrics/format-value"
import type { WidgetData } from "./widget-data"

export function MetricTable({ widget }: { widget: WidgetData }) {
  const { columns, rows, totals, other, rows_total, rows_returned } = widget
  const dimensions = Object.keys(rows[0]?.dims ?? {})
  const cells = (values: WidgetData["totals"]) =>
    columns.map((column) => (
      <Td key={column.id} className={numeric}>
        {formatValue(values[column.id]?.value ?? null, column)}
      </Td>
    ))
  return (
    <Table label={widget.title}>
      <thead>
        <tr>
          {dimensions.map((dimension) => (
            <Th key={dimension} className="first-letter:uppercase">
              {dimension.replaceAll("_", " ")}
            </Th>
          ))}
          {columns.map((column) => (
            <Th key={column.id} className={numeric}>
              {column.label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ dims, values }) => (
          <Tr key={Object.values(dims).join("\u0000")}>
            {dimensions.map((dimension) => (
              <Td key={dimension}>{dims[dimension] || <span className="text-quiet">not set</span>}</Td>
            ))}
            {cells(values)}
          </Tr>
        ))}
        {other && (
          <Tr className="text-quiet">
            <Td colSpan={dimensions.length}>{(rows_total - rows_returned).toLocaleString("en")} others</Td>
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
