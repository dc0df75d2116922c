/** The period of so many weeks that ends with a scan. */
import type { Data } from "@/components/api/types"

const dayMs = 86_400_000

export function weeksTo({ finished_at, created_at }: Data<"scans", "list">[number], weeks: number) {
  const end = Date.parse((finished_at ?? created_at).slice(0, 10))
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  // Its day is the client's, which may be a day on.
  return { from: day(end - weeks * 7 * dayMs), to: day(end + dayMs) }
}
