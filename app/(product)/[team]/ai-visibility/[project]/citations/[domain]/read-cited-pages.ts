/** Reads a page of the pages of a cited domain, with the brands and prompts of the answers that cite each of them. */
import "server-only"
import { sourceOrders } from "@/components/ai-visibility/source-filters"
import { sortFromQuery } from "@/components/lists/sort-rows"
import { maxSourceScans } from "@/domain/answers/source-scans"
import type { OperationCaller } from "@/server/caller"
import { orFirstPage } from "@/server/visit"

export type PagesQuery = { cursor?: string; sort?: string }

/** `firstPage`: the URL to redirect to if the cursor is not valid. */
export async function readCitedPages(
  api: OperationCaller,
  ofDomain: { project_id: string; domain: string },
  { sort, cursor }: PagesQuery,
  firstPage: string,
) {
  const pages = await orFirstPage(
    api.aiVisibility.listCitations({
      ...ofDomain,
      entity: "url",
      scans: maxSourceScans,
      sort: sortFromQuery(sort, sourceOrders),
      limit: 25,
      cursor,
    }),
    firstPage,
  )
  const urls = pages.data.map(({ key }) => key)
  const { data } =
    urls.length === 0
      ? { data: [] }
      : await api.aiVisibility.getCitedPages({ ...ofDomain, urls, scans: maxSourceScans })
  return { pages, details: new Map(data.map((page) => [page.url, page])) }
}
