/**
 * Gives work a deadline that is moved to now when the process shuts down. The deadline is a Date, not an AbortSignal,
 * because a scan also compares it with the time of its next task.
 */
import { processWide } from "@/domain/kernel/process-wide"

const deadlines = processWide("deadlines", () => new Set<Date>())

/**
 * Runs `work` with a deadline `maxMs` from now. Shutdown moves the deadline to now, so `work` must check it before
 * it starts anything new.
 */
export async function withDeadline<T>(maxMs: number, work: (until: Date) => Promise<T>): Promise<T> {
  const until = new Date(Date.now() + maxMs)
  deadlines.add(until)
  try {
    return await work(until)
  } finally {
    deadlines.delete(until)
  }
}

/** Called during shutdown. */
export function expireDeadlines() {
  for (const until of deadlines) until.setTime(0)
}
