/** The choices of a scan selection, and the two scans that a comparison shows. */
import type { Scan } from "@/components/api/types"
import { formatDate } from "@/components/format-date"

type ListedScan = Pick<Scan, "id" | "status" | "finished_at" | "created_at">

/** Names by id: "12 Nov 2026 (partial)", or "12 Nov 2026, 14:05 UTC" when several scans ended on the same day. */
export function scanChoices(scans: ListedScan[]): Record<string, string> {
  const days = scans.map((scan) => formatDate(endOf(scan), "UTC"))
  return Object.fromEntries(
    scans.map((scan, i) => {
      const day = days[i] as string
      const isOnlyScanOfDay = days.indexOf(day) === days.lastIndexOf(day)
      const name = isOnlyScanOfDay ? day : `${day}, ${endOf(scan).toISOString().slice(11, 16)} UTC`
      return [scan.id, scan.status === "partial" ? `${name} (partial)` : name]
    }),
  )
}

const endOf = ({ finished_at, created_at }: ListedScan) => new Date(finished_at ?? created_at)

/**
 * Returns the two chosen scans, the earlier one first. Without a choice, the latest two scans.
 * `scans`: newest first.
 */
export function scansToCompare<IdentifiedScan extends { id: string }>(
  scans: IdentifiedScan[],
  chosen: { before?: string; after?: string },
): IdentifiedScan[] {
  const after = scans.find(({ id }) => id === chosen.after) ?? scans[0]
  const others = scans.filter((scan) => scan !== after)
  const neighbor = after && (scans[scans.indexOf(after) + 1] ?? others.at(-1))
  const before = others.find(({ id }) => id === chosen.before) ?? neighbor
  return scans.filter((scan) => scan === before || scan === after).reverse()
}
