/** One attempt of a delivery that this process has leased: signs, sends, and writes down what came of it. */
import { log } from "@/domain/log"
import { liveSecrets } from "@/domain/webhooks/secrets"
import type { Leased } from "./leased"
import type { Outcome } from "./outcome"
import { recordResults } from "./record"
import { type SignedRequest, signedRequest } from "./request"
import type { Result } from "./result"
import { send } from "./send"

/** Never throws: what fails on our side becomes an outcome that costs the delivery nothing. */
export const attempt = async (leased: Leased): Promise<void> => recordResults([await tryOnce(leased)])

/** Without writing anything down. */
export async function tryOnce(leased: Leased): Promise<Result> {
  // The content was removed for good: there is nothing left that could be sent.
  if (leased.body === "") return { leased, outcome: { ...nothing, kind: "aborted" }, requestHeaders: {} }
  let request: SignedRequest | undefined
  try {
    const signing = await liveSecrets(leased.endpoint_id, leased.url)
    if (signing.isDeleted) return { leased, outcome: endpointDeleted, requestHeaders: {} }
    // The URL was changed after the lease. The custom headers are for the new one, where the delivery goes in 30 s.
    if (signing.url !== leased.url) return { leased, outcome: faultOfOurs, requestHeaders: {} }
    request = signedRequest(leased, signing)
    return { leased, outcome: await send(request, leased.endpoint_id), requestHeaders: request.keptHeaders }
  } catch (error) {
    log.error({ err: error, delivery: leased.id, attempt: leased.attempt_id }, "an attempt failed on our side")
    return { leased, outcome: faultOfOurs, requestHeaders: request?.keptHeaders ?? {} }
  }
}

const nothing: Omit<Outcome, "kind"> = {
  status: null,
  errorCode: null,
  retryAfterSeconds: null,
  responseHeaders: {},
  responseBody: null,
  isBodyTruncated: false,
  remoteIp: null,
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: null,
  totalMs: null,
}

/** The endpoint was deleted between the claim and the request. That is expected: the delivery ends as cancelled. */
const endpointDeleted: Outcome = { ...nothing, kind: "aborted", errorCode: "endpoint_deleted" }

/** Costs the delivery nothing: it comes again in 30 s. */
export const faultOfOurs: Outcome = { ...nothing, kind: "internal", errorCode: "internal" }
