/** The head of a column that rows are sorted by when it is pressed; the order stands in the address. */
import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { cn } from "@/components/ui/class-names"
import { Th } from "@/components/ui/table"
import { address } from "./pager"

/** The address of the list with its filters, and how it is sorted: `visibility`, or `-visibility` for the greatest first. */
export type Sorting = { path: string; query: Record<string, string | undefined>; sort: string }

type Props = { by: string; sorting: Sorting; children: ReactNode; className?: string; isDescendingFirst?: boolean }

export function SortTh({ by, sorting: { path, query, sort }, children, className, isDescendingFirst }: Props) {
  const [up, down] = [by, `-${by}`]
  const first = isDescendingFirst ? down : up
  const next = sort === first ? (first === up ? down : up) : first
  const order = sort === up ? "ascending" : sort === down ? "descending" : undefined
  return (
    <Th aria-sort={order} className={cn("p-0", className)}>
      <Link
        href={address(path, { ...query, sort: next, cursor: undefined })}
        scroll={false}
        className={cn("inline-flex h-9 items-center gap-1 px-3 hover:text-text", order && "text-text")}
      >
        {children}
        <span aria-hidden className="w-2 text-[9px]">
          {order && (order === "ascending" ? "▲" : "▼")}
        </span>
      </Link>
    </Th>
  )
}
