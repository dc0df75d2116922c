/**
 * Chooses how often a page with deliveries refreshes: every 2 seconds if an attempt is in flight or due within 20 s,
 * otherwise every 15 seconds. Null if all deliveries have ended, so that nothing can change.
 */
import type { Delivery } from "@/components/api/types"

const soonMs = 20_000

export function refreshSeconds(deliveries: Pick<Delivery, "state" | "next_attempt_at">[]): number | null {
  const open = deliveries.filter(({ state }) => state === "pending" || state === "leased")
  if (open.length === 0) return null
  const isSoon = open.some(
    ({ state, next_attempt_at }) =>
      state === "leased" || (next_attempt_at !== null && Date.parse(next_attempt_at) - Date.now() < soonMs),
  )
  return isSoon ? 2 : 15
}

export const isPast = (moment: string) => Date.parse(moment) <= Date.now()
