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
  /** The URL parameter of the order, on a page with several tables. Only `sort` is that of a list with pages. */
  name?: string
}

type Props = {
  by: string
  /** Undefined when the list cannot be sorted. */
  sorting: Sorting | undefined
  children: ReactNode
  className?: string
  isNumeric?: boolean
  isDescendingFirst?: boolean
  /** The column can be sorted in one direction only. The order then has no minus, also if it is descending. */
  isOneWay?: boolean
}

export function SortTh({ by, sorting, children, className, isNumeric, isDescendingFirst, isOneWay }: Props) {
  if (!sorting) return <Th className={cn(isNumeric && numeric, className)}>{children}</Th>
  const { path, query, sort, name = "sort" } = sorting
  const firstDirection = isDescendingFirst ? "descending" : "ascending"
  const direction = isOneWay && sort === by ? firstDirection : directionOf(sort, by)
  const nextDirection = direction === firstDirection && !isOneWay ? opposite[firstDirection] : firstDirection
  const nextSort = nextDirection === "descending" && !isOneWay ? `-${by}` : by
  return (
    <Th aria-sort={direction} className={cn("p-0", isNumeric && "text-right", className)}>
      <Link
        href={urlWithQuery(path, { ...query, [name]: nextSort, ...(name === "sort" && { cursor: undefined }) })}
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
const opposite = { ascending: "descending", descending: "ascending" } as const

/** Undefined if the rows are sorted by another column. */
function directionOf(sort: string, by: string) {
  if (sort === by) return "ascending"
  return sort === `-${by}` ? "descending" : undefined
}
