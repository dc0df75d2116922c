/** Admits requests: limits how many a caller has in flight, and charges each to quotas. */
import { Problem } from "@/domain/kernel/errors"
import { processWide } from "@/domain/kernel/process-wide"
import { chargeRequest, type Quota, type QuotaState } from "./quotas"

/** `name` starts the sentence of the error, for example "An API key". */
type Caller = { id: string; name: string; maxInFlight: number }

/** `release` must be called when the response is done. */
type Admitted<Policy extends string> = { states: QuotaState<Policy>[]; release: () => void }

/** Throws `concurrency_limited` or `rate_limited`. */
export async function admit<Policy extends string>(caller: Caller, quotas: Quota<Policy>[]): Promise<Admitted<Policy>> {
  const release = enterInFlight(caller)
  try {
    return { states: await chargeRequest(quotas), release }
  } catch (failure) {
    release()
    throw failure
  }
}

/** Counts a request in flight and returns a function that ends it. Other processes count separately. */
function enterInFlight({ id, name, maxInFlight }: Caller): () => void {
  const counts = processWide("requests-in-flight", () => new Map<string, number>())
  const inFlight = (counts.get(id) ?? 0) + 1
  if (inFlight > maxInFlight)
    throw new Problem(
      "concurrency_limited",
      `${name} can have at most ${maxInFlight} requests in flight. Wait until earlier requests finish.`,
      { headers: { "Retry-After": "1" } },
    )
  counts.set(id, inFlight)
  return () => {
    const othersInFlight = (counts.get(id) ?? 1) - 1
    if (othersInFlight > 0) counts.set(id, othersInFlight)
    else counts.delete(id)
  }
}
