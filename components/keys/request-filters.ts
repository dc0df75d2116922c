/** Filters of a request log: their URL parameters and the operation's input. */
import type { Inputs } from "@/components/api/types"
import type { ListPeriod } from "@/components/lists/list-period"
import { ordersOf, sortFromQuery } from "@/components/lists/sort-rows"

type Order = NonNullable<Inputs["keys"]["listRequests"]["sort"]>

export const requestOrders: Record<Order, string> = {
  "-created_at": "newest first",
  created_at: "oldest first",
  "-duration_ms": "slowest first",
  duration_ms: "fastest first",
}

export type RequestQuery = Partial<Record<(typeof filterNames)[number] | "at" | "sort" | "cursor", string>>
const filterNames = ["key", "status", "path", "request", "since", "from", "to"] as const

/** The number of requests in a log by the class of their status. */
export type ErrorCounts = Record<"4xx" | "5xx", number>

type StatusClass = NonNullable<Inputs["keys"]["listRequests"]["status_class"]>[number]

const statusNames: Record<StatusClass, string> = {
  "2xx": "2xx · success",
  "3xx": "3xx · not modified",
  "4xx": "4xx · client error",
  "5xx": "5xx · server error",
}

/** The status classes, and the statuses that users search for most. */
export const statusChoices: Record<string, string> = {
  ...statusNames,
  "400": "400 · invalid parameter",
  "403": "403 · forbidden",
  "404": "404 · not found",
  "429": "429 · too many requests",
  "503": "503 · unavailable",
  "504": "504 · timed out",
}

/**
 * Converts the URL parameters to the operation's input. Ignores values that the operation would refuse. Text that is
 * not a request id matches no request.
 */
export function requestFilters(
  { key, status = "", path, request, sort, cursor }: RequestQuery,
  { after, before }: ListPeriod,
) {
  const searchedId = request?.trim() ?? ""
  return {
    cursor,
    sort: sortFromQuery(sort, ordersOf(requestOrders)),
    ...(key && keyIdPattern.test(key) && { key_id: key }),
    ...(searchedId && { request_id: requestIdPattern.test(searchedId) ? searchedId : unusedRequestId }),
    ...(path?.trim() && { path: path.trim().slice(0, 200) }),
    ...(Object.hasOwn(statusNames, status) ? { status_class: [status as StatusClass] } : {}),
    ...(/^[1-5]\d\d$/.test(status) && { status: Number(status) }),
    ...(after && { since: after }),
    ...(before && { until: before }),
  }
}

/** True when a filter is set. */
export const isFiltered = (query: RequestQuery) => filterNames.some((name) => query[name])

/** The path and query of a request as they were sent. */
export const pathWithQuery = ({ path, query }: { path: string; query: string | null }) =>
  query === null ? path : `${path}?${query}`

/** "/api/v1/clients/cli_…20NV/metrics": the path with ids that leave room for the query. */
export const shortPath = (path: string) => path.replaceAll(idPattern, "$1…$2")

const idPattern = /\b([a-z]{2,5}_)[0-9A-HJKMNP-TV-Z]{22}([0-9A-HJKMNP-TV-Z]{4})\b/g

/** Replaces text that is not a request id, so that the list is empty instead of unfiltered. */
const unusedRequestId = `req_${"0".repeat(26)}`
const keyIdPattern = /^key_[0-9A-HJKMNP-TV-Z]{26}$/
const requestIdPattern = /^req_[0-9A-HJKMNP-TV-Z]{26}$/
