/** Limits how many rounds of long work this process runs at the same time. */
import { processWide } from "@/domain/kernel/process-wide"

/** A round above the limit ends at once and asks to be repeated after `waitMs`. While it waits, it occupies no run of the engine. */
export function limitRounds(name: string, maxInProgress: number, waitMs: number) {
  const rounds = processWide(`rounds of ${name}`, () => ({ inProgress: 0 }))
  return async (round: () => Promise<number | null>): Promise<number | null> => {
    if (rounds.inProgress >= maxInProgress) return waitMs
    rounds.inProgress++
    try {
      return await round()
    } finally {
      rounds.inProgress--
    }
  }
}
