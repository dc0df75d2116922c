/** Reads the scans that a page of a project offers, with the scans in its URL, which can be older. */
import "server-only"
import type { Data, Inputs } from "@/components/api/types"
import type { OperationCaller } from "@/server/caller"
import { orNull } from "@/server/visit"

type Scan = Data<"scans", "list">[number]
type Filters = Inputs["scans"]["list"]

/** The scans with metrics that count in trends. */
export const finishedScans = { status: ["completed" as const, "partial" as const], is_selection: false, limit: 200 }

/** Returns the scans newest first. `idsInUrl`: ignores ids of scans that the filters leave out, and unknown ids. */
export async function readScans(
  api: OperationCaller,
  filters: Filters,
  idsInUrl: (string | undefined)[],
): Promise<Scan[]> {
  const { data: latest } = await api.scans.list(filters)
  const older = idsInUrl.filter((id): id is string => id !== undefined && !latest.some((scan) => scan.id === id))
  const found = await Promise.all(older.map((id) => readOlderScan(api, filters, id)))
  const scans = new Map([...latest, ...found.flat()].map((scan) => [scan.id, scan]))
  return [...scans.values()].sort((a, b) => (orderOf(a) < orderOf(b) ? 1 : -1))
}

/** A text that orders scans as the list does. */
const orderOf = ({ created_at, id }: Scan) => `${created_at} ${id}`

/** Returns the scan and the scan before it, which pages compare it with. */
async function readOlderScan(api: OperationCaller, filters: Filters, scan_id: string): Promise<Scan[]> {
  const scan = await orNull(api.scans.get({ scan_id }))
  if (!scan) return []
  const created_before = new Date(Date.parse(scan.data.created_at) + 1).toISOString()
  const { data } = await api.scans.list({ ...filters, created_before, limit: 2 })
  return data.some(({ id }) => id === scan_id) ? data : []
}
