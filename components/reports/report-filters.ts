/** Filters of the report list: their URL parameters and the operation's input. */
import type { Data } from "@/components/api/types"
import { ordersOf, sortFromQuery } from "@/components/lists/sort-rows"

export type Report = Data<"reports", "list">[number]
export type ReportQuery = Partial<Record<(typeof filterNames)[number] | "sort" | "cursor", string>>
const filterNames = ["q", "status"] as const

export const statusNames: Record<Report["status"], string> = {
  published: "published, shared or not",
  draft: "draft",
  archived: "archived",
}

/** The sort orders. The first one is the default. */
export const sortNames = {
  name: "name",
  "-name": "name, Z to A",
  "-updated_at": "newest update",
  updated_at: "oldest update",
}

/** Converts the URL parameters to the operation's input. Ignores values that no select offers. */
export const reportFilters = ({ q, status = "", sort, cursor }: ReportQuery) => ({
  cursor,
  sort: sortFromQuery(sort, ordersOf(sortNames)),
  ...(q ? { q: q.slice(0, 100) } : {}),
  ...(Object.hasOwn(statusNames, status) ? { status: [status as Report["status"]] } : {}),
})

/** True when a filter is set. */
export const isFiltered = (query: ReportQuery) => filterNames.some((name) => query[name])
