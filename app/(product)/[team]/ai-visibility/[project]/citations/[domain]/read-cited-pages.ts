/** Reads a list page of a domain's cited pages, with the brands and prompts of the answers that cite each of them. */
import "server-only"
import { sourceOrders } from "@/components/ai-visibility/source-filters"
import { sortFromQuery } from "@/components/lists/sort-rows"
import { maxSourceScans } from "@/domain/answers/source-scans"
import type { OperationCaller } from "@/server/caller"
import { orFirstPage } from "@/server/visit"

export type PagesQuery = { cursor?: string; sort?: string }

/** `firstPageUrl`: where to redirect if the cursor is not valid. `details` in the result: by the URL of the page. */
export async function readCitedPages(
  api: OperationCaller,
  source: { project_id: string; domain: string },
  { sort, cursor }: PagesQuery,
  firstPageUrl: string,
) {
  const pages = await orFirstPage(
    api.aiVisibility.listCitations({
      ...source,
      entity: "url",
      scans: maxSourceScans,
      sort: sortFromQuery(sort, sourceOrders),
      limit: 25,
      cursor,
    }),
    firstPageUrl,
  )
  const urls = pages.data.map(({ key }) => key)
  const details =
    urls.length === 0 ? [] : (await api.aiVisibility.getCitedPages({ ...source, urls, scans: maxSourceScans })).data
  return { pages, details: new Map(details.map((page) => [page.url, page])) }
}
