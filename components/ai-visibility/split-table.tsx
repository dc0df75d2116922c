/**
 * Table of your brand's metrics by engine, topic or another dimension, with the intervals on one shared axis. The
 * lowest visibility comes first, unless the user chose another order.
 */
import { Link } from "@/components/link"
import { sortRows } from "@/components/lists/sort-rows"
import { ascendingFirst, descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count } from "@/domain/kernel/format-count"
import {
  bounds,
  confidenceLabels,
  hasPositions,
  isCompared,
  position,
  previousVisibility,
  type Row,
  share,
} from "./format-metrics"
import { Axis, IntervalBar } from "./interval-bar"
import { ChangeTd } from "./verdict"
import { FewMentionsNote } from "./visibility-cells"

/** `name` is null for the rest, such as prompts without a topic. */
export type Part = { id: string; name: string | null; href?: string; row: Row }

type Props = { dimension: string; parts: Part[]; sorting: Sorting }

export function SplitTable({ dimension, parts, sorting: chosenSorting }: Props) {
  const sorting = { ...chosenSorting, sort: chosenSorting.sort || "visibility" }
  const numericColumn = { sorting, isNumeric: true, directions: descendingFirst }
  const rows = parts.map(({ row }) => row)
  const showsChange = isCompared(rows)
  const showsPosition = hasPositions(rows)
  return (
    <>
      <Table optionsName="visibility" label={`${dimension}s`} isCards className="figure-cards md:min-w-[520px]">
        <thead>
          <tr>
            <SortTh column="name" sorting={sorting}>
              {dimension}
            </SortTh>
            <SortTh column="visibility" {...numericColumn}>
              Visibility
            </SortTh>
            <Th className="w-[28%]">
              <span className="sr-only">95% interval</span>
              <Axis />
            </Th>
            {showsChange && <Th>Change since previous scan</Th>}
            {showsPosition && (
              <SortTh column="position" {...numericColumn} directions={ascendingFirst}>
                Position
              </SortTh>
            )}
            <SortTh column="answers" {...numericColumn}>
              Answers
            </SortTh>
          </tr>
        </thead>
        <tbody>
          {sortRows(sortRows(parts, "name", values), sorting.sort, values).map(({ id, name, href, row }) => (
            <Tr key={id} className={href ? "relative hover:bg-hover" : ""}>
              <Td className="min-w-36 max-w-72 break-words">
                {href ? (
                  <Link href={href} className="after:absolute after:inset-0">
                    {name}
                  </Link>
                ) : (
                  (name ?? <span className="text-quiet">no {dimension.toLowerCase()}</span>)
                )}
              </Td>
              <Td label="visibility" className={numeric}>
                {share(row.visibility)}
              </Td>
              <Td className="max-md:w-full" title={bounds(row.visibility)}>
                <IntervalBar metric={row.visibility} previous={previousVisibility(row)} />
                <span className="sr-only">{bounds(row.visibility)}</span>
              </Td>
              {showsChange && <ChangeTd row={row} />}
              {showsPosition && (
                <Td label="position" className={numeric}>
                  {position(row.average_position)}
                </Td>
              )}
              <Td
                label="answers"
                className={`${numeric} text-quiet`}
                title={confidenceLabels[row.visibility.confidence]}
              >
                {count(row.answers_n)}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {showsPosition && <FewMentionsNote rows={rows} />}
    </>
  )
}

const values: Record<string, (part: Part) => string | number | null> = {
  name: ({ name }) => name,
  visibility: ({ row }) => row.visibility.value,
  position: ({ row }) => row.average_position.value,
  answers: ({ row }) => row.answers_n,
}
