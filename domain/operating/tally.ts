/** Counts what this process has done, for those who watch it; nothing here names a team. */
import { processWide } from "@/domain/process-wide"

type Tally = {
  attempts: Record<string, number>
  leasesLost: number
  scansEnded: { status: string; error_code: string; count: number }[]
  limiterFallbacks: number
}

/** Since the process began. */
export const tally = (): Tally =>
  processWide("tally", () => ({ attempts: {}, leasesLost: 0, scansEnded: [], limiterFallbacks: 0 }))

/** One attempt has ended; `outcome` as the attempt classified it (success, failed, gone, aborted, internal). */
export function countAttempt(outcome: string) {
  const { attempts } = tally()
  attempts[outcome] = (attempts[outcome] ?? 0) + 1
}

/** A result came after its lease had passed to somebody else. */
export function countLeaseLost() {
  tally().leasesLost++
}

/** This process ended a scan. `error_code`: why most questions of a failed one have no answer. */
export function countScanEnd(status: string, error_code: string | null) {
  const { scansEnded } = tally()
  const found = scansEnded.find((one) => one.status === status && one.error_code === (error_code ?? ""))
  if (found) found.count++
  else scansEnded.push({ status, error_code: error_code ?? "", count: 1 })
}

/** A rate limit was counted in this process alone, because the shared store did not answer. */
export function countLimiterFallback() {
  tally().limiterFallbacks++
}
