/** Counts what this process has done with deliveries, for those who watch it; nothing here names a team. */
import { processWide } from "@/domain/process-wide"

type Tally = { attempts: Record<string, number>; leasesLost: number }

/** Since the process began. */
export const tally = (): Tally => processWide("tally", () => ({ attempts: {}, leasesLost: 0 }))

/** One attempt has ended; `outcome` as the attempt classified it (success, failed, gone, aborted, internal). */
export function countAttempt(outcome: string) {
  const { attempts } = tally()
  attempts[outcome] = (attempts[outcome] ?? 0) + 1
}

/** A result came after its lease had passed to somebody else. */
export function countLeaseLost() {
  tally().leasesLost++
}
