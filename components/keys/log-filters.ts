/** Filters of a request log: their URL parameters and the operation's input. */
import type { Inputs } from "@/components/api/types"
import type { ListPeriod } from "@/components/lists/list-period"

export type LogQuery = Partial<Record<(typeof filterNames)[number] | "at" | "cursor", string>>
const filterNames = ["key", "status", "path", "request", "since", "from", "to"] as const

/** How many requests of a log have a status of each class. */
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
export function logFilters({ key, status = "", path, request, cursor }: LogQuery, { after, before }: ListPeriod) {
  const wantedRequest = request?.trim() ?? ""
  return {
    cursor,
    ...(key && keyId.test(key) && { key_id: key }),
    ...(wantedRequest && { request_id: requestId.test(wantedRequest) ? wantedRequest : noRequest }),
    ...(path?.trim() && { path: path.trim().slice(0, 200) }),
    ...(Object.hasOwn(statusNames, status) ? { status_class: [status as StatusClass] } : {}),
    ...(/^[1-5]\d\d$/.test(status) && { status: Number(status) }),
    ...(after && { since: after }),
    ...(before && { until: before }),
  }
}

/** True when a filter is set. */
export const isFiltered = (query: LogQuery) => filterNames.some((name) => query[name])

/** The path and query of a request as they were sent. */
export const pathWithQuery = ({ path, query }: { path: string; query: string | null }) =>
  query === null ? path : `${path}?${query}`

/** Used for text that is not a request id, so that it matches no request instead of all. */
const noRequest = `req_${"0".repeat(26)}`
const keyId = /^key_[0-9A-HJKMNP-TV-Z]{26}$/
const requestId = /^req_[0-9A-HJKMNP-TV-Z]{26}$/
