/** Gives work a deadline that is moved to now when the process shuts down. */
import { processWide } from "@/domain/process-wide"

const ends = processWide("ends-of-rounds", () => new Set<Date>())

/**
 * Runs `work` with a deadline `maxMs` from now. Shutdown moves the deadline to now, so `work` must check it before
 * it starts anything new.
 */
export async function untilStopped<T>(maxMs: number, work: (until: Date) => Promise<T>): Promise<T> {
  const until = new Date(Date.now() + maxMs)
  ends.add(until)
  try {
    return await work(until)
  } finally {
    ends.delete(until)
  }
}

export function stopRounds() {
  for (const until of ends) until.setTime(0)
}
