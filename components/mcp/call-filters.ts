/** Filters of the log of calls: their URL parameters and the operation's input. */
import { periodStart } from "@/components/lists/log-period"

export type CallQuery = Partial<Record<(typeof filterNames)[number] | "at" | "calls", string>>
const filterNames = ["app", "tool", "kind", "result", "since"] as const

export const kindChoices: Record<string, string> = { read: "reads", change: "changes" }
export const resultChoices: Record<string, string> = { ok: "without error", failed: "failed" }

/** Converts the URL parameters to the operation's input. Ignores values that no select offers. */
export function callFilters({ app, tool, kind = "", result = "", since, at, calls }: CallQuery) {
  const start = periodStart({ since, at })
  return {
    cursor: calls,
    ...(app && { grant_id: app.slice(0, 60) }),
    ...(tool?.trim() && { name: tool.trim().slice(0, 200) }),
    ...(kind in kindChoices && { is_write: kind === "change" }),
    ...(result in resultChoices && { failed: result === "failed" }),
    ...(start && { created_after: start }),
  }
}

/** True when a filter is set. */
export const isFiltered = (query: CallQuery) => filterNames.some((name) => query[name])
