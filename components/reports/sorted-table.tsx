/** Renders a report table in the reader's sort order on screen and in the report's order when printed. */
import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import type { Sorting } from "@/components/lists/sort-th"

type Props = {
  /** Undefined if the reader cannot sort, as in a shared report. */
  sorting: Sorting | undefined
  /** A limit of the report leaves out other rows. */
  isTruncated: boolean
  /** Renders the table, without `sorting` in the order of the report. */
  children: (sorting: Sorting | undefined) => ReactNode
}

export function SortedTable({ sorting, isTruncated, children }: Props) {
  if (!sorting?.sort) return children(sorting)
  const { path, query, parameter = "sort" } = sorting
  return (
    <>
      <div className="print:hidden">
        {children(sorting)}
        <p className="mt-1 text-quiet text-table">
          {isTruncated && "Only the rows shown are sorted. "}Printed and shared reports keep the original order.{" "}
          <Link
            href={urlWithQuery(path, { ...query, [parameter]: undefined })}
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
