/** Filters of the report list: their URL parameters and the operation's input. */
import type { Data } from "@/components/api/types"

export type Report = Data<"reports", "list">[number]
export type ReportQuery = Partial<Record<(typeof filterNames)[number] | "cursor", string>>
const filterNames = ["q", "status"] as const

export const statusNames: Record<Report["status"], string> = {
  published: "published",
  draft: "draft",
  archived: "archived",
}

/** Converts the URL parameters to the operation's input. Ignores values that no select offers. */
export const reportFilters = ({ q, status = "", cursor }: ReportQuery) => ({
  cursor,
  sort: "name" as const,
  ...(q ? { q: q.slice(0, 100) } : {}),
  ...(status in statusNames ? { status: [status as Report["status"]] } : {}),
})

/** True when a filter is set. */
export const isFiltered = (query: ReportQuery) => filterNames.some((name) => query[name])
