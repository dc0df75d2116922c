/** Table that compares brands, with the confidence intervals of their visibility on one shared axis. */
import { sortRows } from "@/components/lists/sort-rows"
import { ascendingFirst, descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { engineName } from "@/domain/ai-engines/engine-names"
import {
  bounds,
  boundsWithCounts,
  hasPositions,
  isCompared,
  position,
  previousVisibility,
  type Row,
  sentiment,
  sentimentValue,
  share,
} from "./format-metrics"
import { Axis, IntervalBar } from "./interval-bar"
import { ChangeTd } from "./verdict"
import { FewMentionsNote } from "./visibility-cells"

type Props = {
  /** A row may be for part of a project, such as one engine. */
  rows: Row[]
  /** Undefined when the rows cannot be sorted. Without an order, they stay as they are. */
  sorting?: Sorting | undefined
  comparedWith?: "previous scan" | "comparison period"
}

export function BrandTable({ rows, sorting, comparedWith = "previous scan" }: Props) {
  const isOfOneBrand = rows.every((row) => partOf(row) !== "" && row.brand.id === rows[0]?.brand.id)
  const columns: Columns = {
    isOfOneBrand,
    hasChange: isCompared(rows),
    hasPosition: hasPositions(rows),
    hasSentiment: rows.some((row) => sentimentValue(row) !== null),
  }
  // The rows are sorted by part. A table of one brand names the part in each row instead.
  const parts = isOfOneBrand ? [["", rows] as const] : [...Map.groupBy(rows, partOf)]
  return (
    <>
      <Table optionsName={sorting && "brands"} label="Brands" isCards className="figure-cards md:min-w-[750px]">
        <Head
          columns={columns}
          firstColumn={isOfOneBrand ? Object.keys(rows[0]?.group ?? {}).join(", ") : "Brand"}
          sorting={sorting}
          comparedWith={comparedWith}
        />
        {parts.map(([part, rowsOfPart]) => (
          <tbody key={part}>
            {part && <PartHead name={part} columns={columns} />}
            {(sorting?.sort ? sortBrands(rowsOfPart, sorting.sort) : rowsOfPart).map((row) => (
              <BrandRow key={`${row.brand.id} ${partOf(row)}`} row={row} columns={columns} />
            ))}
          </tbody>
        ))}
      </Table>
      {columns.hasPosition && <FewMentionsNote rows={rows} hasSentiment={columns.hasSentiment} />}
    </>
  )
}

/** Which columns the table has. */
type Columns = { isOfOneBrand: boolean; hasChange: boolean; hasPosition: boolean; hasSentiment: boolean }

type HeadProps = { columns: Columns; firstColumn: string; sorting: Sorting | undefined; comparedWith: string }

function Head({ columns, firstColumn, sorting, comparedWith }: HeadProps) {
  const numericColumn = { sorting, isNumeric: true, directions: descendingFirst }
  return (
    <thead>
      <tr>
        <SortTh column="name" sorting={sorting}>
          {firstColumn}
        </SortTh>
        <SortTh column="visibility" {...numericColumn}>
          Visibility
        </SortTh>
        <Th className="w-28 lg:w-[22%]">
          <span className="sr-only">95% interval</span>
          <Axis />
        </Th>
        {columns.hasChange && <Th className="min-w-32 whitespace-normal">Change since {comparedWith}</Th>}
        <SortTh column="share_of_voice" {...numericColumn}>
          Share of voice
        </SortTh>
        {columns.hasPosition && (
          <SortTh column="position" {...numericColumn} directions={ascendingFirst}>
            Position
          </SortTh>
        )}
        <SortTh column="citation_rate" {...numericColumn}>
          Citation rate
        </SortTh>
        {columns.hasSentiment && (
          <SortTh column="sentiment" {...numericColumn}>
            Sentiment
          </SortTh>
        )}
      </tr>
    </thead>
  )
}

function BrandRow({ row, columns }: { row: Row; columns: Columns }) {
  const { brand, visibility, share_of_voice, average_position, citation_rate } = row
  return (
    <Tr className={brand.kind === "own" && !columns.isOfOneBrand ? "bg-accent-wash" : ""}>
      <Td className="min-w-28 max-w-64 break-words md:min-w-44">
        {columns.isOfOneBrand ? partOf(row) : <BrandName row={row} />}
      </Td>
      <Td label="visibility" className={numeric}>
        {share(visibility)}
      </Td>
      <Td className="max-md:w-full" title={boundsWithCounts(visibility)}>
        <IntervalBar metric={visibility} previous={previousVisibility(row)} isSecondary={brand.kind !== "own"} />
        <span className="sr-only">{bounds(visibility)}</span>
      </Td>
      {columns.hasChange && <ChangeTd row={row} />}
      <Td label="share of voice" className={numeric}>
        {share(share_of_voice)}
      </Td>
      {columns.hasPosition && (
        <Td label="position" className={numeric}>
          {position(average_position)}
        </Td>
      )}
      <Td label="citation rate" className={numeric}>
        {share(citation_rate)}
      </Td>
      {columns.hasSentiment && (
        <Td label="sentiment" className={numeric}>
          {sentiment(row)}
        </Td>
      )}
    </Tr>
  )
}

function PartHead({ name, columns }: { name: string; columns: Columns }) {
  const optionalColumns = [columns.hasChange, columns.hasPosition, columns.hasSentiment].filter(Boolean)
  return (
    <Tr className="border-t">
      <th
        scope="rowgroup"
        colSpan={5 + optionalColumns.length}
        className="px-3 pt-4 pb-1.5 text-left font-strong max-md:p-0"
      >
        {name}
      </th>
    </Tr>
  )
}

function BrandName({ row }: { row: Row }) {
  const isOwn = row.brand.kind === "own"
  return (
    <>
      <bdi className={isOwn ? "font-strong" : ""}>{row.brand.name}</bdi>
      {isOwn && <span className="whitespace-nowrap text-quiet"> your brand</span>}
      {/* Visible in the header of the part, and needed by screen readers and the CSV file. */}
      {partOf(row) && <span className="sr-only"> · {partOf(row)}</span>}
    </>
  )
}

/** The part of the project that a row is for, such as "ChatGPT" or "ChatGPT · Hills". Empty for the whole project. */
const partOf = ({ group: { engine, ...others } }: Row) =>
  [engine && engineName(engine), ...Object.values(others)].filter(Boolean).join(" · ")

const values: Record<string, (row: Row) => string | number | null> = {
  // In a table of one brand, the parts are the names.
  name: (row) => `${row.brand.name} ${partOf(row)}`,
  visibility: (row) => row.visibility.value,
  share_of_voice: (row) => row.share_of_voice.value,
  position: (row) => row.average_position.value,
  citation_rate: (row) => row.citation_rate.value,
  sentiment: sentimentValue,
}

/** Sorts the brands. Brands with equal values, or without a value, are sorted by name. */
export const sortBrands = (rows: Row[], sort: string): Row[] => sortRows(sortRows(rows, "name", values), sort, values)
