/** How much one person may call from the browser; people who are not signed in are counted by their network. */
import "server-only"
import { enterInFlight } from "@/domain/usage/in-flight"
import { takeRequest } from "@/domain/usage/quotas"
import type { Asking } from "@/server/asking"
import { networkQuota, networkRequestsPerMinute } from "@/server/network-quota"

/** A page makes about ten calls, so that a person who opens a page each second stays below. */
export const callsPerMinute = { person: 600, network: networkRequestsPerMinute } as const
/** As many as a key may have (domain/plans.ts). */
export const maxCallsInFlight = 25
export const maxBatchSize = 20

/** Admits one call of a batch, or throws `rate_limited` / `concurrency_limited`. Call the result when the call has ended. */
export async function admitCall({ person, origin }: Pick<Asking, "person" | "origin">): Promise<() => void> {
  const caller = person
    ? { policy: "person", id: person.id, quota: callsPerMinute.person, name: "A person" }
    : { ...networkQuota(origin), name: "A network without a signed-in person" }
  const leave = enterInFlight({ id: `${caller.policy}:${caller.id}`, name: caller.name }, maxCallsInFlight)
  try {
    await takeRequest([caller])
    return leave
  } catch (refused) {
    leave()
    throw refused
  }
}
