/** Limits the browser's calls per person. People who are not signed in are counted by network. */
import "server-only"
import { admit } from "@/domain/usage/admit"
import { networkQuota, networkRequestsPerMinute } from "../network-quota"
import type { RequestIdentity } from "../request-identity"

/** A page makes about ten calls, so a person who opens a page each second stays below the limit. */
export const callsPerMinute = { person: 600, network: networkRequestsPerMinute } as const
/** The same as for a key (domain/kernel/plans.ts). */
export const maxCallsInFlight = 25
export const maxBatchSize = 20

/**
 * Admits one call of a batch, or throws `rate_limited` or `concurrency_limited`. Returns a function to call when the
 * call has ended.
 */
export async function admitBrowserCall({
  person,
  origin,
}: Pick<RequestIdentity, "person" | "origin">): Promise<() => void> {
  const quota = person ? { policy: "person", id: person.id, quota: callsPerMinute.person } : networkQuota(origin)
  const name = person ? "A user" : "A network without a signed-in user"
  const caller = { id: `${quota.policy}:${quota.id}`, name, maxInFlight: maxCallsInFlight }
  return (await admit(caller, [quota])).release
}
