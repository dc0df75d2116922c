/** The filters of a request log, as they stand in the address, and as the operation takes them. */
import type { Inputs } from "@/components/api/types"

/** `at` is the moment that `since` counts back from: the pages of one list must ask the same question. */
export type LogQuery = { status?: string; since?: string; at?: string; cursor?: string }

type StatusClass = NonNullable<Inputs["keys"]["listRequests"]["status_class"]>[number]

export const statusNames: Record<StatusClass, string> = {
  "2xx": "2xx · answered",
  "3xx": "3xx · unchanged",
  "4xx": "4xx · refused",
  "5xx": "5xx · failed",
}

export const sinceHours: Record<string, string> = { "1": "last hour", "24": "last 24 hours", "168": "last 7 days" }

/** What is not a filter that we know is none. */
export function logFilters({ status = "", since = "", at, cursor }: LogQuery) {
  return {
    cursor,
    ...(status in statusNames ? { status_class: [status as StatusClass] } : {}),
    ...(since in sinceHours ? { since: hoursBefore(at, Number(since)) } : {}),
  }
}

/** The query of the next page. */
export const pinned = (query: LogQuery): LogQuery =>
  query.since ? { ...query, at: String(momentOf(query.at)) } : query

const hoursBefore = (at: string | undefined, hours: number) => new Date(momentOf(at) - hours * 3_600_000).toISOString()

/** Milliseconds; now, unless the address says another time. */
function momentOf(at: string | undefined) {
  const given = Number(at)
  return Number.isSafeInteger(given) && given > 0 && given < 8e15 ? given : Date.now()
}
