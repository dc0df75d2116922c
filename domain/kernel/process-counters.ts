/** Counts what this process has done, for monitoring. No counter names a team. */
import { processWide } from "./process-wide"

type Counters = {
  attempts: Record<string, number>
  leasesLost: number
  scansEnded: { status: string; error_code: string; count: number }[]
  limiterFallbacks: number
}

/** The counters since the process started. */
export const processCounters = (): Counters =>
  processWide("process-counters", () => ({ attempts: {}, leasesLost: 0, scansEnded: [], limiterFallbacks: 0 }))

/**
 * Counts one finished attempt. `outcome` is the attempt's classification (success, failed, gone, aborted, internal).
 */
export function countAttempt(outcome: string) {
  const { attempts } = processCounters()
  attempts[outcome] = (attempts[outcome] ?? 0) + 1
}

/** Counts a result that arrived after its lease was lost. */
export function countLeaseLost() {
  processCounters().leasesLost++
}

/** Counts a scan that this process ended. `error_code`: the most common reason for missing answers in a failed scan. */
export function countScanEnd(status: string, error_code: string | null) {
  const { scansEnded } = processCounters()
  const found = scansEnded.find((counter) => counter.status === status && counter.error_code === (error_code ?? ""))
  if (found) found.count++
  else scansEnded.push({ status, error_code: error_code ?? "", count: 1 })
}

/** Counts a rate limit that was counted only in this process, because the shared store did not respond. */
export function countLimiterFallback() {
  processCounters().limiterFallbacks++
}
