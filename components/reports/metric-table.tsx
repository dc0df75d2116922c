/**
 * Table of metrics by dimension: the rows, the others in one row, and the totals. A table of one metric also shows each
 * row's change since the comparison period, and its share of the total. A table of several metrics has bars for the
 * first one and changes of the last one. Phones show only these two.
 */
import { ShareBar } from "@/components/charts/share-bar"
import { sortRows } from "@/components/lists/sort-rows"
import { descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { Change } from "@/components/metrics/change"
import { cn } from "@/components/ui/class-names"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { pluralize } from "@/domain/kernel/format-count"
import { formatInColumn } from "@/domain/metrics/format-column"
import { percent } from "@/domain/metrics/format-value"
import {
  barsOf,
  changeOf,
  comparedColumn,
  dimensionsOfRows,
  type FormattedColumn,
  formattedColumns,
  sharesOf,
  type Values,
} from "./metric-columns"
import type { WidgetData } from "./widget-data"

/**
 * Without `sorting`, the rows are in the order of the report, and the table has no options. The row of the others and
 * the totals always come last.
 */
type Props = { widget: WidgetData; sorting?: Sorting | undefined }

export function MetricTable({ widget, sorting }: Props) {
  const { rows, totals, other, rows_total, rows_returned } = widget
  const columns = formattedColumns(widget)
  const { main, others } = dimensionsOfRows(widget)
  const shareOf = sharesOf(widget)
  const barOf = barsOf(widget)
  const isTall = barOf !== undefined || others.length > 0
  const compared = comparedColumn(widget)
  const cells = { columns, compared, shareOf }
  const sortedRows = sortRows(rows, sorting?.sort ?? "", {
    ...Object.fromEntries(columns.map(({ id }) => [id, ({ values }: Row) => values[id]?.value ?? null])),
    name: ({ labels }) => labels[main?.id ?? ""] || null,
    change: ({ values }) => changeOf(compared, values),
  })
  return (
    <Table label={widget.title} optionsName={sorting && widget.title}>
      <Head {...cells} dimension={main?.label ?? ""} sorting={sorting} />
      <tbody>
        {sortedRows.map(({ dims, labels, values }) => (
          <Tr key={Object.values(dims).join("\u0000")} className={isTall ? "*:align-top" : ""}>
            <Td className="wrap-anywhere min-w-28">
              {labels[main?.id ?? ""] || <span className="text-quiet">not set</span>}
              {others.length > 0 && (
                <span className="block text-quiet text-small">
                  {others.map(({ id, label }) => labels[id] || `${label} not set`).join(", ")}
                </span>
              )}
            </Td>
            <Cells {...cells} values={values} bar={barOf?.(values)} />
          </Tr>
        ))}
        {other && (
          <Tr className="text-quiet">
            <Td>{pluralize(rows_total - rows_returned, "other")}</Td>
            <Cells {...cells} values={other} />
          </Tr>
        )}
        <Tr className="font-strong">
          <Td>Total</Td>
          <Cells {...cells} values={totals} isTotal />
        </Tr>
      </tbody>
    </Table>
  )
}

type Row = WidgetData["rows"][number]

type CellsProps = {
  columns: FormattedColumn[]
  compared: WidgetData["columns"][number] | undefined
  shareOf: ReturnType<typeof sharesOf>
}

/** Phones show the first and the last metric. */
const phoneClass = (columns: FormattedColumn[], index: number) =>
  index > 0 && index < columns.length - 1 ? "max-md:hidden" : ""

/** With several metrics, phones have no space for the change. With one, they show it instead of the share. */
const changePhoneClass = (columns: FormattedColumn[]) => (columns.length > 1 ? "max-md:hidden" : "")
const sharePhoneClass = (compared: CellsProps["compared"]) => (compared ? "max-sm:hidden" : "")

type HeadProps = CellsProps & { dimension: string; sorting: Sorting | undefined }

function Head({ columns, compared, shareOf, dimension, sorting }: HeadProps) {
  const isWide = columns.length > 1
  const numericColumn = { sorting, isNumeric: true, directions: descendingFirst }
  return (
    <thead>
      <tr>
        <SortTh column="name" sorting={sorting}>
          {dimension}
        </SortTh>
        {columns.map(({ id, label }, index) => (
          <SortTh
            key={id}
            column={id}
            {...numericColumn}
            className={cn(isWide && "whitespace-normal", phoneClass(columns, index))}
          >
            {label}
          </SortTh>
        ))}
        {compared && (
          <SortTh column="change" {...numericColumn} className={changePhoneClass(columns)}>
            <span>Change{isWide && <span className="sr-only"> of {compared.label}</span>}</span>
          </SortTh>
        )}
        {shareOf && (
          <>
            <Th className={cn(numeric, sharePhoneClass(compared))}>Share</Th>
            <Th data-not-in-csv="" className="w-[34%] max-sm:hidden">
              <span className="sr-only">Share from 0 to 100%</span>
            </Th>
          </>
        )}
      </tr>
    </thead>
  )
}

type RowProps = CellsProps & { values: Values; bar?: number | null | undefined; isTotal?: boolean }

function Cells({ columns, compared, shareOf, values, bar, isTotal }: RowProps) {
  const share = shareOf?.(values) ?? null
  const change = compared && values[compared.id]
  return (
    <>
      {columns.map(({ id, format }, index) => (
        <Td key={id} className={cn(numeric, phoneClass(columns, index))}>
          {formatInColumn(values[id]?.value ?? null, format)}
          {index === 0 && bar != null && (
            <span className="mt-1 block">
              <ShareBar share={bar} max={1} />
            </span>
          )}
        </Td>
      ))}
      {compared && (
        <Td className={cn(numeric, changePhoneClass(columns))}>
          {change ? <Change value={change} column={compared} /> : "–"}
        </Td>
      )}
      {shareOf && isTotal && <Td colSpan={2} className="max-sm:hidden" />}
      {shareOf && !isTotal && (
        <>
          <Td className={cn(numeric, sharePhoneClass(compared))}>{share === null ? "–" : percent(share)}</Td>
          <Td data-not-in-csv="" className="max-sm:hidden">
            {share !== null && <ShareBar share={share} />}
          </Td>
        </>
      )}
    </>
  )
}
