/** Shows how many answers of each engine or prompt cite a domain, or how many of its answers mention each brand. */
import { Link } from "@/components/link"
import { sortRows } from "@/components/lists/sort-rows"
import { descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { cn } from "@/components/ui/class-names"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count } from "@/domain/kernel/format-count"
import { percent } from "@/domain/metrics/format-value"

/** `isOwn`: true for your brand, false for other brands, and undefined for parts that are not brands. */
type Part = { id: string; name: string; href?: string; isOwn?: boolean; answers_n: number; cited_n: number }

type Props = {
  dimension: string
  parts: Part[]
  /** Adds a menu to choose columns and to download the rows. */
  optionsName?: string
  /** Without an order, the parts stay in their order. Undefined if `parts` are not complete. */
  sorting: Sorting | undefined
}

export function CitedParts({ dimension, parts, optionsName, sorting }: Props) {
  const numericColumn = { sorting, isNumeric: true, directions: descendingFirst }
  return (
    <Table optionsName={optionsName} label={`By ${dimension.toLowerCase()}`} className="min-w-[300px]">
      <thead>
        <tr>
          <SortTh column="name" sorting={sorting}>
            {dimension}
          </SortTh>
          <SortTh column="cited_n" {...numericColumn}>
            Answers
          </SortTh>
          <SortTh column="share" {...numericColumn}>
            Share
          </SortTh>
          <Th data-not-in-csv="" className="w-1/4 max-sm:hidden">
            <span className="sr-only">Share from 0 to 100%</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {sortParts(parts, sorting?.sort).map(({ id, name, href, isOwn, answers_n, cited_n }) => (
          <Tr key={id} className={cn(href && "relative hover:bg-hover", isOwn && "bg-accent-wash font-strong")}>
            <Td className="min-w-40">
              {href ? (
                <Link href={href} className="break-words after:absolute after:inset-0">
                  {name}
                </Link>
              ) : (
                name
              )}
              {isOwn && <span className="font-normal text-quiet"> your brand</span>}
            </Td>
            <Td className={`${numeric} whitespace-nowrap`}>
              {count(cited_n)} of {count(answers_n)}
            </Td>
            <Td className={numeric}>{answers_n === 0 ? "–" : percent(cited_n / answers_n)}</Td>
            <Td data-not-in-csv="" className="max-sm:hidden">
              <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-line">
                <span
                  className={cn("block h-full", isOwn === false ? "bg-edge" : "bg-accent")}
                  style={{ width: `${answers_n === 0 ? 0 : (cited_n / answers_n) * 100}%` }}
                />
              </span>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

export const sortParts = (parts: Part[], sort = "") => sortRows(parts, sort, values)

const values: Record<string, (part: Part) => string | number | null> = {
  name: ({ name }) => name,
  cited_n: ({ cited_n }) => cited_n,
  share: ({ cited_n, answers_n }) => (answers_n === 0 ? null : cited_n / answers_n),
}
