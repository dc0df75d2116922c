/** The filters of the list of clients, as they stand in the address, and as the operation takes them. */
import type { Data } from "@/components/api/types"

export type Client = Data<"clients", "get">
export type ClientQuery = { q?: string; status?: string; cursor?: string }

export const statusNames: Record<Client["status"], string> = {
  active: "active",
  paused: "paused",
  archived: "archived",
}

export const clientFilters = ({ q, status = "", cursor }: ClientQuery) => ({
  cursor,
  sort: "name" as const,
  ...(q ? { q: q.slice(0, 100) } : {}),
  ...(status in statusNames ? { status: [status as Client["status"]] } : {}),
})
