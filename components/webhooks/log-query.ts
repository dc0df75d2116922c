/** The filters of the delivery log, as they stand in the address, and as the operation takes them. */
import type { Delivery, Inputs } from "@/components/api/types"
import { deliveryStates } from "./delivery-state"

/** `at` is the moment that `since` counts back from: the pages of one list must ask the same question. */
export type LogQuery = Partial<Record<(typeof filterNames)[number] | "at" | "cursor" | "newer_than", string>>
export const filterNames = ["webhook", "state", "event", "answer", "error", "since", "q"] as const

type Asked = Inputs["deliveries"]["list"]
type StatusClass = NonNullable<Asked["status_class"]>[number]

export const stateNames: Record<string, string> = Object.fromEntries(
  Object.entries(deliveryStates).map(([state, [, word]]) => [state, word]),
)

export const answerNames: Record<StatusClass, string> = {
  "2xx": "2xx · taken",
  "3xx": "3xx · redirect",
  "4xx": "4xx · refused",
  "5xx": "5xx · failed",
  none: "no answer",
}

export const sinceHours: Record<string, string> = {
  "1": "last hour",
  "24": "last 24 hours",
  "168": "last 7 days",
  "720": "last 30 days",
}

export const isFiltered = (query: LogQuery) => filterNames.some((name) => query[name])

/** What the operation does not know it refuses; choices that are none of ours are none. */
export function logInput(query: LogQuery): Asked {
  const { webhook, state = "", event, answer = "", error, since = "", q, at, cursor, newer_than } = query
  return {
    ...(newer_than ? { newer_than } : { cursor }),
    ...(webhook ? { webhook_id: webhook } : {}),
    ...(state in stateNames ? { state: [state as Delivery["state"]] } : {}),
    ...(event ? { event_type: [event] } : {}),
    ...(answer in answerNames ? { status_class: [answer as StatusClass] } : {}),
    ...(error ? { error_code: error as NonNullable<Asked["error_code"]> } : {}),
    ...(since in sinceHours ? { since: new Date(momentOf(at) - Number(since) * 3_600_000).toISOString() } : {}),
    ...(q ? { q } : {}),
  }
}

/** The query of the pages beyond. */
export const pinned = (query: LogQuery): LogQuery =>
  query.since ? { ...query, at: String(momentOf(query.at)) } : query

/** Milliseconds; now, unless the address says another time. */
function momentOf(at: string | undefined) {
  const given = Number(at)
  return Number.isSafeInteger(given) && given > 0 && given < 8e15 ? given : Date.now()
}
