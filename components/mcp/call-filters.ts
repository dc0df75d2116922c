/** Filters of the log of calls: their URL parameters and the operation's input. */
import type { ListPeriod } from "@/components/lists/list-period"

export type CallQuery = Partial<Record<(typeof filterNames)[number] | "at" | "calls" | "sort", string>>
const filterNames = ["app", "tool", "kind", "result", "since", "from", "to"] as const

export const kindChoices: Record<string, string> = { read: "reads", change: "changes" }
export const resultChoices: Record<string, string> = { ok: "without error", failed: "failed" }

/** Converts the URL parameters to the operation's input. Ignores unknown kinds and results. */
export function callFilters({ app, tool, kind = "", result = "", calls }: CallQuery, { after, before }: ListPeriod) {
  return {
    cursor: calls,
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
