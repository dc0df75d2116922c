/** The filters of the list of clients, as they stand in the address, and as the operation takes them. */
import type { Data } from "@/components/api/types"

export type Client = Data<"clients", "get">
export type ClientQuery = { q?: string; status?: string; cursor?: string }

/** The choices beside the one that is made by itself: clients that are not archived. */
export const statusNames: Record<Client["status"] | "any", string> = {
  active: "active",
  paused: "paused",
  archived: "archived",
  any: "any",
}

const statusesOf = (status: string): Client["status"][] | undefined => {
  if (status === "any") return undefined
  return status in statusNames ? [status as Client["status"]] : ["active", "paused"]
}

export const clientFilters = ({ q, status = "", cursor }: ClientQuery) => ({
  cursor,
  sort: "name" as const,
  ...(q ? { q: q.slice(0, 100) } : {}),
  status: statusesOf(status),
})
