/**
 * Notes the lease tokens that this process works with, from before their claim until their work is done. A lease of
 * this process without a note was committed by a claim whose response never arrived, for example because Postgres
 * crashed.
 */
import { leaseToken } from "@/domain/kernel/process-lock"
import { processWide } from "@/domain/kernel/process-wide"

export const leasesInFlight = (): Set<string> => processWide("scan-leases-in-flight", () => new Set<string>())

/** Creates a token and notes it. */
export function noteLease(): string {
  const token = leaseToken()
  leasesInFlight().add(token)
  return token
}

/** Runs `work` with a token that is noted until `work` ends. */
export async function withLease<T>(work: (token: string) => Promise<T>): Promise<T> {
  const token = noteLease()
  try {
    return await work(token)
  } finally {
    leasesInFlight().delete(token)
  }
}
