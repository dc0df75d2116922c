/** Shows how many entries are listed, with links to the next and the first page. Lists page forward only. */

import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"
import { count } from "@/domain/kernel/format-count"

type Props = {
  meta: { total: number | null; total_is_exact: boolean; returned: number; next_cursor: string | null }
  /** The path of the list, and its URL parameters. */
  path: string
  query: Record<string, string | undefined>
  noun: [one: string, many: string]
  /** The URL parameter of the cursor, on a page with two lists. */
  cursorName?: string
}

export function Pager({ meta, path, query, noun, cursorName = "cursor" }: Props) {
  const { total, total_is_exact, returned, next_cursor } = meta
  const isFirst = query[cursorName] === undefined
  return (
    <nav aria-label="Pages" className="mt-2 flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2 text-quiet text-table">
      <p className="figures">
        {isFirst && total === returned ? "" : `${count(returned)} of `}
        {total_is_exact ? "" : "more than "}
        {count(total ?? returned)} {total === 1 ? noun[0] : noun[1]}
      </p>
      <div className="flex gap-2">
        {!isFirst && (
          <Button asChild size="small">
            <Link href={urlWithQuery(path, { ...query, [cursorName]: undefined })}>First page</Link>
          </Button>
        )}
        {next_cursor && (
          <Button asChild size="small">
            <Link href={urlWithQuery(path, { ...query, [cursorName]: next_cursor })}>Next page</Link>
          </Button>
        )}
      </div>
    </nav>
  )
}

type QueryValue = string | number | boolean | readonly string[] | undefined

/**
 * Builds a URL from the path and the parameters that are set. Values of a list are joined by commas, as the API
 * expects.
 */
export function urlWithQuery(path: string, query: Record<string, QueryValue>) {
  const set = Object.entries(query).flatMap(([name, value]) => {
    return value === undefined || value === "" ? [] : [[name, String(value)]]
  })
  return set.length > 0 ? `${path}?${new URLSearchParams(set)}` : path
}
