/**
 * A table of a report, in the order that its reader chose. Only the screen of this reader shows that order: a printed
 * page has the table in the order of the report.
 */
import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import type { Sorting } from "@/components/lists/sort-th"

type Props = {
  /** Undefined if the reader cannot sort, as in a shared report. */
  sorting: Sorting | undefined
  /** A limit of the report leaves out other rows. */
  isCut: boolean
  /** Renders the table, without `sorting` in the order of the report. */
  children: (sorting: Sorting | undefined) => ReactNode
}

export function SortedTable({ sorting, isCut, children }: Props) {
  if (!sorting?.sort) return children(sorting)
  const { path, query, name = "sort" } = sorting
  return (
    <>
      <div className="print:hidden">
        {children(sorting)}
        <p className="mt-1 text-quiet text-table">
          {isCut && "Only the rows shown are sorted. "}Printed and shared reports keep the original order.{" "}
          <Link
            href={urlWithQuery(path, { ...query, [name]: undefined })}
            scroll={false}
            className="text-accent underline underline-offset-2"
          >
            Restore original order
          </Link>
        </p>
      </div>
      <div className="hidden print:block">{children(undefined)}</div>
    </>
  )
}
