/** Time for work that begins nothing new once the process is about to end. */
import { processWide } from "@/domain/process-wide"

const ends = processWide("ends-of-rounds", () => new Set<Date>())

/** `until` is in so many milliseconds, and at once when the process is told to stop. */
export async function untilStopped<T>(longestMs: number, work: (until: Date) => Promise<T>): Promise<T> {
  const until = new Date(Date.now() + longestMs)
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
