/** Filters of the log of calls: their URL parameters and the operation's input. */
import type { Inputs } from "@/components/api/types"
import type { ListPeriod } from "@/components/lists/list-period"
import { ordersOf, sortFromQuery } from "@/components/lists/sort-rows"

type Order = NonNullable<Inputs["connections"]["listCalls"]["sort"]>

export const callOrders: Record<Order, string> = {
  "-created_at": "newest first",
  created_at: "oldest first",
  "-duration_ms": "slowest first",
  duration_ms: "fastest first",
}

/** `sort` is the order of the connected apps on the same page, `order` that of the calls, and `calls` their cursor. */
export type CallQuery = Partial<Record<(typeof filterNames)[number] | "at" | "calls" | "order" | "sort", string>>
const filterNames = ["app", "tool", "kind", "result", "since", "from", "to"] as const

export const kindChoices: Record<string, string> = { read: "reads", change: "changes" }
export const resultChoices: Record<string, string> = { ok: "without error", failed: "failed" }

/** Converts the URL parameters to the operation's input. Ignores unknown kinds and results. */
export function callFilters(
  { app, tool, kind = "", result = "", order, calls }: CallQuery,
  { after, before }: ListPeriod,
) {
  return {
    cursor: calls,
    sort: sortFromQuery(order, ordersOf(callOrders)),
    ...(app && { grant_id: app.slice(0, 60) }),
    ...(tool?.trim() && { name: tool.trim().slice(0, 200) }),
    ...(Object.hasOwn(kindChoices, kind) && { is_write: kind === "change" }),
    ...(Object.hasOwn(resultChoices, result) && { failed: result === "failed" }),
    ...(after && { created_after: after }),
    ...(before && { created_before: before }),
  }
}

/** True when a filter is set. */
export const isFiltered = (query: CallQuery) => filterNames.some((name) => query[name])
