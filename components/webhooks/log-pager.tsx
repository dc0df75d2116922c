/** Links to newer and older pages of the delivery log. */

import { Link } from "@/components/link"
import { urlWithQuery } from "@/components/lists/pager"
import { Button } from "@/components/ui/button"
import { count } from "@/domain/kernel/format-count"
import type { LogQuery } from "./log-query"

type Props = {
  meta: { total: number | null; total_is_exact: boolean; returned: number; next_cursor: string | null }
  /** The id of the first row. Null when there can be no newer deliveries. */
  newerThan: string | null
  path: string
  query: LogQuery
}

export function LogPager({ meta, newerThan, path, query }: Props) {
  const { total, total_is_exact, returned, next_cursor } = meta
  const to = (target: Pick<LogQuery, "cursor" | "newer_than">) =>
    urlWithQuery(path, { ...query, cursor: undefined, newer_than: undefined, ...target })
  return (
    <nav aria-label="Pages" className="mt-2 flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2 text-quiet text-table">
      <p className="figures">
        {total === returned ? "" : `${count(returned)} of `}
        {total_is_exact ? "" : "more than "}
        {count(total ?? returned)} {total === 1 ? "delivery" : "deliveries"}
      </p>
      <div className="flex gap-2">
        {newerThan && (
          <>
            <Button asChild size="small">
              <Link href={urlWithQuery(path, { ...query, at: undefined, cursor: undefined, newer_than: undefined })}>
                Newest
              </Link>
            </Button>
            <Button asChild size="small">
              <Link href={to({ newer_than: newerThan })}>Newer</Link>
            </Button>
          </>
        )}
        {next_cursor && (
          <Button asChild size="small">
            <Link href={to({ cursor: next_cursor })}>Older</Link>
          </Button>
        )}
      </div>
    </nav>
  )
}
