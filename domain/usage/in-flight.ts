/** Limits how many requests of one caller this process handles at the same time. */
import { Problem } from "@/domain/kernel/errors"
import { processWide } from "@/domain/kernel/process-wide"

/**
 * Registers a request and returns a function to call when its response is done. Throws `concurrency_limited` when the
 * caller already has `max` requests in flight.
 */
export function enterInFlight(caller: { id: string; name: string }, max: number): () => void {
  const counts = processWide("requests-in-flight", () => new Map<string, number>())
  const now = (counts.get(caller.id) ?? 0) + 1
  if (now > max)
    throw new Problem(
      "concurrency_limited",
      `${caller.name} can have at most ${max} requests in flight. Wait until earlier requests finish.`,
      {
        headers: { "Retry-After": "1" },
      },
    )
  counts.set(caller.id, now)
  return () => {
    const left = (counts.get(caller.id) ?? 1) - 1
    if (left > 0) counts.set(caller.id, left)
    else counts.delete(caller.id)
  }
}
