/** Filters of the client list: their URL parameters and the operation's input. */
import type { Data } from "@/components/api/types"
import { ordersOf, sortFromQuery } from "@/components/lists/sort-rows"

export type Client = Data<"clients", "get">
export type ClientQuery = Partial<Record<(typeof filterNames)[number] | "sort" | "cursor", string>>
const filterNames = ["q", "status"] as const

/** The choices besides the default, which is all clients that are not archived. */
export const statusNames: Record<Client["status"] | "any", string> = {
  active: "active",
  paused: "paused",
  archived: "archived",
  any: "any",
}

/** The sort orders. The first one is the default. */
export const sortNames = {
  attention: "needs attention",
  name: "name",
  "-name": "name, Z to A",
  "-updated_at": "newest update",
  updated_at: "oldest update",
}

function statusesOf(status: string): Client["status"][] | undefined {
  if (status === "any") return undefined
  return Object.hasOwn(statusNames, status) ? [status as Client["status"]] : ["active", "paused"]
}

/** Converts the URL parameters to the operation's input. Ignores values that no select offers. */
export const clientFilters = ({ q, status = "", sort, cursor }: ClientQuery) => ({
  cursor,
  sort: sortFromQuery(sort, ordersOf(sortNames)),
  ...(q ? { q: q.slice(0, 100) } : {}),
  status: statusesOf(status),
})

/** True when a filter is set. */
export const isFiltered = (query: ClientQuery) => filterNames.some((name) => query[name])
