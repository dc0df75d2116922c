/** Computes the period of `weeks` weeks that ends with a scan. */
import type { Data } from "@/components/api/types"

const dayMs = 86_400_000

export function periodEndingWith({ finished_at, created_at }: Data<"scans", "list">[number], weeks: number) {
  const end = Date.parse((finished_at ?? created_at).slice(0, 10))
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  // The period ends one day later, because metrics use days in the client's time zone, where the scan may have ended a
  // day later than in UTC.
  return { from: day(end - weeks * 7 * dayMs), to: day(end + dayMs) }
}
