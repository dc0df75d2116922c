/** Reads a page of a request log, and counts the failed requests for the links above the list. */
import { type ErrorCounts, type RequestQuery, requestOrders, statusClassOf } from "@/components/keys/request-filters"
import { readListPeriod, withFixedPeriod } from "@/components/lists/list-period"
import type { PageMeta } from "@/components/lists/pager"
import { ordersOf, sortFromQuery } from "@/components/lists/sort-rows"
import { listKeyRequests } from "@/domain/keys/list-requests"
import { isFiltered, readFilters } from "@/server/list-filters"
import { orFirstPage, orNoMatches, type requireTeamMember } from "@/server/visit"

type Visit = Awaited<ReturnType<typeof requireTeamMember>>
type LogInput = {
  /** The URL parameters of the page. */
  query: RequestQuery
  /** The page of the log, without parameters. */
  path: string
  limit: number
  /** Limits the log to the requests with this key. */
  key_id?: string
}

/** Returns the properties of `RequestLog` that depend on the URL. */
export async function readRequestLog({ api, team }: Visit, { path, limit, key_id, query: urlQuery }: LogInput) {
  const query = withFixedPeriod(urlQuery)
  const period = readListPeriod(query, team.timezone)
  const status_class = statusClassOf(query)
  const urlFilters = { ...readFilters(listKeyRequests, query, period), ...(status_class && { status_class }) }
  const filters = { ...urlFilters, ...(key_id && { key_id }) }
  const sort = sortFromQuery(query.sort, ordersOf(requestOrders))
  const [{ data: requests, meta }, errors] = await Promise.all([
    orNoMatches(orFirstPage(api.keys.listRequests({ ...filters, sort, cursor: query.cursor, limit }), path)),
    query.status || query.cursor ? undefined : countErrors(api, filters),
  ])
  return { requests, meta, errors, path, query, period, sort, isFiltered: isFiltered(urlFilters, period) }
}

type Filters = Parameters<Visit["api"]["keys"]["listRequests"]>[0]

/** Returns undefined if there are too many requests for an exact count. */
async function countErrors(api: Visit["api"], filters: Filters): Promise<ErrorCounts | undefined> {
  const count = async (status_class: keyof ErrorCounts) => {
    const { meta } = await orNoMatches(api.keys.listRequests({ ...filters, status_class: [status_class], limit: 1 }))
    return exactTotal(meta)
  }
  const [clientErrors, serverErrors] = await Promise.all([count("4xx"), count("5xx")])
  return clientErrors === null || serverErrors === null ? undefined : { "4xx": clientErrors, "5xx": serverErrors }
}

const exactTotal = ({ total, total_is_exact }: Pick<PageMeta, "total" | "total_is_exact">) =>
  total_is_exact ? total : null
