/**
 * Table of brands by engine: how many answers of each engine mention the brand, and its metrics over all engines. The
 * stronger the color of a cell, the larger the share of the engine's answers.
 */
import { ascendingFirst, descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { lineOfCard, numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { engineName } from "@/domain/ai-engines/engine-names"
import { count } from "@/domain/kernel/format-count"
import { brandTint } from "./brand-colors"
import { sortBrands } from "./brand-table"
import {
  bounds,
  boundsWithCounts,
  position,
  previousVisibility,
  type Row,
  sentiment,
  sentimentValue,
  share,
} from "./format-metrics"
import { Axis, IntervalBar } from "./interval-bar"
import { FewMentionsNote } from "./visibility-cells"

type Props = {
  /** The row of each brand over all engines. */
  brands: Row[]
  /** The rows of each brand by engine. */
  byEngine: Row[]
  sorting: Sorting
}

export function BrandMatrix({ brands, byEngine, sorting }: Props) {
  const engines = enginesOf(byEngine)
  const total = totalName(engines)
  const numericColumn = { sorting, isNumeric: true, directions: descendingFirst }
  const hasSentiment = brands.some((row) => sentimentValue(row) !== null)
  return (
    <>
      <Table optionsName="brands-by-engine" label="Brands" isCards className="md:min-w-[750px]">
        <thead>
          <tr>
            <SortTh column="name" sorting={sorting}>
              Brand
            </SortTh>
            {engines.map((engine) => (
              <Th key={engine} className={`${numeric} w-32`}>
                {engineName(engine)}
              </Th>
            ))}
            <SortTh column="visibility" {...numericColumn}>
              {total}
            </SortTh>
            <Th className="w-28 lg:w-[20%]">
              <span className="sr-only">95% interval</span>
              <Axis />
            </Th>
            <SortTh column="position" {...numericColumn} directions={ascendingFirst}>
              Position
            </SortTh>
            <SortTh column="citation_rate" {...numericColumn}>
              Citation rate
            </SortTh>
            {hasSentiment && (
              <SortTh column="sentiment" {...numericColumn}>
                Sentiment
              </SortTh>
            )}
          </tr>
        </thead>
        <tbody>
          {sortBrands(brands, sorting.sort).map((row) => (
            <BrandRow
              key={row.brand.id}
              row={row}
              engines={engines}
              byEngine={byEngine.filter(({ brand }) => brand.id === row.brand.id)}
              hasSentiment={hasSentiment}
            />
          ))}
        </tbody>
      </Table>
      <FewMentionsNote rows={brands} hasSentiment={hasSentiment} />
    </>
  )
}

/** The engines that have a column, sorted by name. None for a single engine, whose numbers are those of all engines. */
function enginesOf(byEngine: Row[]): string[] {
  const engines = [...new Set(byEngine.map(({ group }) => group.engine ?? ""))]
  return engines.length === 1 ? [] : engines.sort((a, b) => engineName(a).localeCompare(engineName(b)))
}

/** The name of the column that covers all engines. */
const totalName = (engines: string[]) => (engines.length === 0 ? "Visibility" : "All engines")

type RowProps = { row: Row; engines: string[]; byEngine: Row[]; hasSentiment: boolean }

function BrandRow({ row, engines, byEngine, hasSentiment }: RowProps) {
  const { brand, visibility, average_position, citation_rate } = row
  const isOwn = brand.kind === "own"
  const total = totalName(engines)
  return (
    <Tr className={isOwn ? "bg-accent-wash" : ""}>
      <Td className="min-w-28 max-w-64 break-words md:min-w-44">
        <bdi className={isOwn ? "font-strong" : ""}>{brand.name}</bdi>
        {isOwn && <span className="whitespace-nowrap text-quiet"> your brand</span>}
      </Td>
      {engines.map((engine) => {
        const metric = byEngine.find(({ group }) => group.engine === engine)?.visibility
        return (
          <Td
            key={engine}
            label={engineName(engine)}
            className={`${numeric} ${lineOfCard} whitespace-nowrap max-md:px-1!`}
            style={{ backgroundColor: brandTint(isOwn, metric?.value ?? 0) }}
          >
            {metric ? `${count(metric.numerator)} of ${count(metric.denominator)}` : "–"}
          </Td>
        )
      })}
      <Td label={total.toLowerCase()} className={`${numeric} ${lineOfCard} whitespace-nowrap font-strong`}>
        {share(visibility)}
      </Td>
      <Td className="max-md:w-full" title={boundsWithCounts(visibility)}>
        <IntervalBar metric={visibility} previous={previousVisibility(row)} isSecondary={!isOwn} />
        <span className="sr-only">{bounds(visibility)}</span>
      </Td>
      <Td label="position" className={numeric}>
        {position(average_position)}
      </Td>
      <Td label="citation rate" className={numeric}>
        {share(citation_rate)}
      </Td>
      {hasSentiment && (
        <Td label="sentiment" className={numeric}>
          {sentiment(row)}
        </Td>
      )}
    </Tr>
  )
}
