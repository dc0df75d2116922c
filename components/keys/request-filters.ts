/**
 * Filters of a request log: the URL parameters of its pages and their labels. The parameters are fields of the
 * operation's input. `status` can also be a class, such as 4xx.
 */
import type { Inputs } from "@/components/api/types"

type RequestsInput = Inputs["keys"]["listRequests"]
type StatusClass = NonNullable<RequestsInput["status_class"]>[number]

export type RequestQuery = Partial<
  Record<Exclude<keyof RequestsInput, "limit" | "until"> | "at" | "from" | "to", string>
>

export const requestOrders: Record<NonNullable<RequestsInput["sort"]>, string> = {
  "-created_at": "newest first",
  created_at: "oldest first",
  "-duration_ms": "slowest first",
  duration_ms: "fastest first",
}

/** The number of requests in a log by the class of their status. */
export type ErrorCounts = Record<"4xx" | "5xx", number>

const statusClassNames: Record<StatusClass, string> = {
  "2xx": "2xx · success",
  "3xx": "3xx · not modified",
  "4xx": "4xx · client error",
  "5xx": "5xx · server error",
}

/** The status classes, and the statuses that users search for most. */
export const statusChoices: Record<string, string> = {
  ...statusClassNames,
  "400": "400 · invalid parameter",
  "403": "403 · forbidden",
  "404": "404 · not found",
  "429": "429 · too many requests",
  "503": "503 · unavailable",
  "504": "504 · timed out",
}

/** The status class that the parameter `status` selects. Undefined for a single status. */
export const statusClassOf = ({ status = "" }: RequestQuery): StatusClass[] | undefined =>
  Object.hasOwn(statusClassNames, status) ? [status as StatusClass] : undefined

/** The path and query of a request as they were sent. */
export const pathWithQuery = ({ path, query }: { path: string; query: string | null }) =>
  query === null ? path : `${path}?${query}`

/** "/api/v1/clients/cli_…20NV/metrics": the path with ids that leave room for the query. */
export const shortPath = (path: string) => path.replaceAll(idPattern, "$1…$2")

const idPattern = /\b([a-z]{2,5}_)[0-9A-HJKMNP-TV-Z]{22}([0-9A-HJKMNP-TV-Z]{4})\b/g
