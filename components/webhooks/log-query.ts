/** Filters of the delivery log: their URL parameters and the operation's input. */
import type { Delivery, Inputs } from "@/components/api/types"
import { deliveryStates } from "./delivery-state"

/** `since` counts back from the time `at`. All pages of one list use the same `at`, so that their filters are equal. */
export type LogQuery = Partial<Record<(typeof filterNames)[number] | "at" | "cursor" | "newer_than", string>>
export const filterNames = ["webhook", "state", "event", "answer", "error", "since", "q"] as const

type Asked = Inputs["deliveries"]["list"]
type StatusClass = NonNullable<Asked["status_class"]>[number]

export const stateNames: Record<string, string> = Object.fromEntries(
  Object.entries(deliveryStates).map(([state, [, word]]) => [state, word]),
)

export const responseNames: Record<StatusClass, string> = {
  "2xx": "2xx · success",
  "3xx": "3xx · redirect",
  "4xx": "4xx · client error",
  "5xx": "5xx · server error",
  none: "no response",
}

export const sinceHours: Record<string, string> = {
  "1": "last hour",
  "24": "last 24 hours",
  "168": "last 7 days",
  "720": "last 30 days",
}

export const isFiltered = (query: LogQuery) => filterNames.some((name) => query[name])

/** Converts the URL parameters to the operation's input. Ignores unknown values, which the operation would refuse. */
export function logInput(query: LogQuery): Asked {
  const { webhook, state = "", event, answer = "", error, since = "", q, at, cursor, newer_than } = query
  return {
    ...(newer_than ? { newer_than } : { cursor }),
    ...(webhook ? { webhook_id: webhook } : {}),
    ...(state in stateNames ? { state: [state as Delivery["state"]] } : {}),
    ...(event ? { event_type: [event] } : {}),
    ...(answer in responseNames ? { status_class: [answer as StatusClass] } : {}),
    ...(error ? { error_code: error as NonNullable<Asked["error_code"]> } : {}),
    ...(since in sinceHours ? { since: new Date(timeOf(at) - Number(since) * 3_600_000).toISOString() } : {}),
    ...(q ? { q } : {}),
  }
}

/** The query with a fixed `at`, for the next pages. */
export const pinned = (query: LogQuery): LogQuery => (query.since ? { ...query, at: String(timeOf(query.at)) } : query)

/** Milliseconds since 1970: the time in the URL, or now. */
function timeOf(at: string | undefined) {
  const given = Number(at)
  return Number.isSafeInteger(given) && given > 0 && given < 8e15 ? given : Date.now()
}
