/** Shows how many entries are listed, with links to the next and the first page. Lists page forward only. */
import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"
import { count } from "@/domain/kernel/format-count"

export type PageMeta = { total: number | null; total_is_exact: boolean; returned: number; next_cursor: string | null }
type Noun = [singular: string, plural: string]

type Props = {
  meta: PageMeta
  /** The path of the list, and its URL parameters. */
  path: string
  query: Record<string, string | undefined>
  noun: Noun
  /** The URL parameter of the cursor, on a page with two lists. */
  cursorName?: string
  /** Names the links for screen readers, on a page with two lists. */
  label?: string
}

export function Pager({ meta, path, query, noun, cursorName = "cursor", label }: Props) {
  const { next_cursor } = meta
  const isFirst = query[cursorName] === undefined
  return (
    <PagerNav meta={meta} isFirst={isFirst} noun={noun} label={label}>
      {!isFirst && <PageLink href={urlWithQuery(path, { ...query, [cursorName]: undefined })}>First page</PageLink>}
      {next_cursor && <PageLink href={urlWithQuery(path, { ...query, [cursorName]: next_cursor })}>Next page</PageLink>}
    </PagerNav>
  )
}

type NavProps = { meta: PageMeta; isFirst: boolean; noun: Noun; label?: string | undefined; children: ReactNode }

/** The line below a list: how many entries it shows, and the links to other pages, which are the children. */
export function PagerNav({ meta, isFirst, noun, label = "Pages", children }: NavProps) {
  const { total, total_is_exact, returned } = meta
  return (
    <nav aria-label={label} className="mt-2 flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2 text-quiet text-table">
      <p className="figures">
        {isFirst && total === returned ? "" : `${count(returned)} of `}
        {total_is_exact ? "" : "more than "}
        {count(total ?? returned)} {total === 1 ? noun[0] : noun[1]}
      </p>
      <div className="flex gap-2">{children}</div>
    </nav>
  )
}

export const PageLink = ({ href, children }: { href: string; children: string }) => (
  <Button asChild size="small">
    <Link href={href}>{children}</Link>
  </Button>
)

type QueryValue = string | number | boolean | readonly string[] | undefined

/**
 * Builds a URL from the path and the parameters that are set. Values of a list are joined by commas, as the API
 * expects.
 */
export function urlWithQuery(path: string, query: Record<string, QueryValue>) {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") parameters.set(name, String(value))
  return parameters.size > 0 ? `${path}?${parameters}` : path
}
