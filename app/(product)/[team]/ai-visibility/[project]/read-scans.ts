/** Reads the scans that a page of a project offers, with the scans in its URL, which can be older. */
import "server-only"
import type { Data, Inputs } from "@/components/api/types"
import type { OperationCaller } from "@/server/caller"
import { orNull } from "@/server/visit"

type Scan = Data<"scans", "list">[number]
type Filters = Inputs["scans"]["list"]

/** The scans with metrics that count in trends. */
export const finishedScans = { status: ["completed" as const, "partial" as const], is_selection: false, limit: 200 }

type IdsInUrl = (string | undefined)[]

/** Returns the latest scans and those in the URL, newest first. */
export async function readScans(api: OperationCaller, filters: Filters, idsInUrl: IdsInUrl): Promise<Scan[]> {
  const { data: latest } = await api.scans.list(filters)
  return withScansInUrl(api, filters, { latest, idsInUrl })
}

/**
 * Adds the scans in the URL to the latest ones, each with the scan before it. Ignores ids of scans that the filters
 * leave out, and unknown ids. `latest`: newest first, without gaps.
 */
export async function withScansInUrl(
  api: OperationCaller,
  filters: Filters,
  { latest, idsInUrl }: { latest: Scan[]; idsInUrl: IdsInUrl },
): Promise<Scan[]> {
  // The scan before the last one is not in the list.
  const withPredecessor = new Set(latest.slice(0, -1).map(({ id }) => id))
  const missing = idsInUrl.filter((id): id is string => id !== undefined && !withPredecessor.has(id))
  const found = await Promise.all(missing.map((id) => readWithPredecessor(api, filters, id)))
  const scans = new Map([...latest, ...found.flat()].map((scan) => [scan.id, scan]))
  return [...scans.values()].sort((a, b) => (orderOf(a) < orderOf(b) ? 1 : -1))
}

/** A text that orders scans as the list does. */
const orderOf = ({ created_at, id }: Scan) => `${created_at} ${id}`

/** Returns the scan and the scan before it, which pages compare it with. */
async function readWithPredecessor(api: OperationCaller, filters: Filters, scan_id: string): Promise<Scan[]> {
  const scan = await orNull(api.scans.get({ scan_id }))
  if (!scan) return []
  const created_before = new Date(Date.parse(scan.data.created_at) + 1).toISOString()
  const { data } = await api.scans.list({ ...filters, created_before, limit: 2 })
  return data.some(({ id }) => id === scan_id) ? data : []
}
