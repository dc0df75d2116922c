/** Column header that sorts the rows when clicked. The order is stored in the URL. */
import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { cn } from "@/components/ui/class-names"
import { numeric, Th } from "@/components/ui/table"
import { urlWithQuery } from "./pager"

/** The list's path and URL parameters, and its order: `visibility`, or `-visibility` for descending. */
export type Sorting = {
  path: string
  query: Record<string, string | undefined>
  sort: string
  /**
   * URL parameter that stores the order. Default: `sort`, which also resets the cursor. Use another one for additional
   * tables on a page.
   */
  parameter?: string
}

type Direction = "ascending" | "descending"
export const ascendingFirst = ["ascending", "descending"] as const
export const descendingFirst = ["descending", "ascending"] as const

type Props = {
  column: string
  /** Undefined when the list cannot be sorted. */
  sorting: Sorting | undefined
  children: ReactNode
  className?: string
  isNumeric?: boolean
  /** The first click chooses the first direction. With a single direction, `column` is the order in the URL. */
  directions?: readonly [first: Direction, ...others: Direction[]]
}

export function SortTh({ column, sorting, children, className, isNumeric, directions = ascendingFirst }: Props) {
  if (!sorting) return <Th className={cn(isNumeric && numeric, className)}>{children}</Th>
  const { path, query, sort, parameter = "sort" } = sorting
  const [first, second] = directions
  const orderOf = (direction: Direction) => (second && direction === "descending" ? `-${column}` : column)
  const direction = directions.find((candidate) => orderOf(candidate) === sort)
  const nextOrder = orderOf(second && direction === first ? second : first)
  return (
    <Th aria-sort={direction} className={cn("p-0", isNumeric && "text-right", className)}>
      <Link
        href={urlWithQuery(path, {
          ...query,
          [parameter]: nextOrder,
          ...(parameter === "sort" && { cursor: undefined }),
        })}
        scroll={false}
        className={cn(
          "inline-flex min-h-9 items-center gap-1 px-3 hover:text-text",
          isNumeric && "flex-row-reverse",
          direction && "text-text",
        )}
      >
        {children}
        <span aria-hidden className="w-2 text-[9px]">
          {direction && arrows[direction]}
        </span>
      </Link>
    </Th>
  )
}

const arrows = { ascending: "▲", descending: "▼" } as const
