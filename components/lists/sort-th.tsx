/** The head of a column that rows are sorted by when it is pressed; the order stands in the address. */
import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { cn } from "@/components/ui/class-names"
import { numeric, Th } from "@/components/ui/table"
import { address } from "./pager"

/** The address of the list with its filters, and how it is sorted: `visibility`, or `-visibility` for the greatest first. */
export type Sorting = { path: string; query: Record<string, string | undefined>; sort: string }

type Props = {
  by: string
  /** Left out: the list has the one order only. */
  sorting: Sorting | undefined
  children: ReactNode
  className?: string
  isNumeric?: boolean
  isDescendingFirst?: boolean
  /** It has no other way round. */
  isOneWay?: boolean
}

export function SortTh({ by, sorting, children, className, isNumeric, isDescendingFirst, isOneWay }: Props) {
  if (!sorting) return <Th className={cn(isNumeric && numeric, className)}>{children}</Th>
  const { path, query, sort } = sorting
  const [up, down] = [by, `-${by}`]
  const first = isDescendingFirst ? down : up
  const next = sort === first && !isOneWay ? (first === up ? down : up) : first
  const order = sort === up ? "ascending" : sort === down ? "descending" : undefined
  return (
    <Th aria-sort={order} className={cn("p-0", isNumeric && "text-right", className)}>
      <Link
        href={address(path, { ...query, sort: next, cursor: undefined })}
        scroll={false}
        className={cn(
          "inline-flex h-9 items-center gap-1 px-3 hover:text-text",
          isNumeric && "flex-row-reverse",
          order && "text-text",
        )}
      >
        {children}
        <span aria-hidden className="w-2 text-[9px]">
          {order && (order === "ascending" ? "▲" : "▼")}
        </span>
      </Link>
    </Th>
  )
}
