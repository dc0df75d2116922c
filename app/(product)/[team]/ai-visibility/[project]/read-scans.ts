/** Reads the scans that a page of a project offers as choices: the latest ones, and those in the URL. */
import "server-only"
import type { Inputs, Scan } from "@/components/api/types"
import type { OperationCaller } from "@/server/caller"
import { orNull } from "@/server/visit"

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
 * Adds the scans in the URL to the latest ones, because they can be older. Adds each with the scan before it. Ignores
 * ids of scans that the filters leave out, and unknown ids. `latest`: newest first, without gaps.
 */
export async function withScansInUrl(
  api: OperationCaller,
  filters: Filters,
  { latest, idsInUrl }: { latest: Scan[]; idsInUrl: IdsInUrl },
): Promise<Scan[]> {
  // The oldest scan is last. The scan before it is not in the list.
  const idsWithPredecessor = new Set(latest.slice(0, -1).map(({ id }) => id))
  const missingIds = idsInUrl.filter((id): id is string => id !== undefined && !idsWithPredecessor.has(id))
  const olderScans = await Promise.all(missingIds.map((id) => readWithPredecessor(api, filters, id)))
  const scans = new Map([...latest, ...olderScans.flat()].map((scan) => [scan.id, scan]))
  return [...scans.values()].sort((a, b) => (orderOf(a) < orderOf(b) ? 1 : -1))
}

/** Returns a text that orders scans as the API does. */
const orderOf = ({ created_at, id }: Scan) => `${created_at} ${id}`

/** Returns the scan and the scan before it, because pages compare the two. Empty if the filters leave the scan out. */
async function readWithPredecessor(api: OperationCaller, filters: Filters, scan_id: string): Promise<Scan[]> {
  const scan = await orNull(api.scans.get({ scan_id }))
  if (!scan) return []
  // `created_before` excludes scans of this exact time, so it is 1 ms later.
  const created_before = new Date(Date.parse(scan.data.created_at) + 1).toISOString()
  const { data } = await api.scans.list({ ...filters, created_before, limit: 2 })
  return data.some(({ id }) => id === scan_id) ? data : []
}
