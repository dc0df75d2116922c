/**
 * Tracks the lease tokens that this process works with, from before their claim until their work is done. An untracked
 * lease of this process was committed by a claim whose response never arrived, for example because Postgres crashed.
 */
import { leaseToken } from "@/domain/kernel/process-lock"
import { processWide } from "@/domain/kernel/process-wide"

export const trackedLeases = (): Set<string> => processWide("tracked-scan-leases", () => new Set<string>())

/** Creates a token and tracks it. */
export function trackLease(): string {
  const token = leaseToken()
  trackedLeases().add(token)
  return token
}

/** Runs `work` with a token that is tracked until `work` ends. */
export async function withLease<T>(work: (token: string) => Promise<T>): Promise<T> {
  const token = trackLease()
  try {
    return await work(token)
  } finally {
    trackedLeases().delete(token)
  }
}
