/** Makes one attempt of a delivery that this process has leased: signs the request, sends it and records the result. */
import { log } from "@/domain/kernel/log"
import { liveSecrets } from "@/domain/webhooks/secrets"
import { acrossTeams, rows } from "@/prisma/client"
import { notifyDue } from "./endpoint-queue"
import type { Leased } from "./leased"
import type { Outcome } from "./outcome"
import { recordResults } from "./record"
import { type SignedRequest, signedRequest } from "./request"
import type { Result } from "./result"
import { send } from "./send"

/**
 * Makes and records the attempt, then notifies all processes, because no delivery loop may be running in this one. Never throws:
 * an error on our side becomes an outcome that does not count as an attempt.
 */
export async function attempt(leased: Leased): Promise<void> {
  await recordResults([await tryOnce(leased)])
  await acrossTeams(() => rows(notifyDue(leased.endpoint_id))).catch(() => {}) // the sweep finds what is due
}

/** Makes the attempt without recording the result. */
export async function tryOnce(leased: Leased): Promise<Result> {
  // The content was removed permanently, so there is nothing to send.
  if (leased.body === "") return { leased, outcome: { ...nothing, kind: "aborted" }, requestHeaders: {} }
  let request: SignedRequest | undefined
  try {
    const signing = await liveSecrets(leased.endpoint_id, leased.url)
    if (signing.isDeleted) return { leased, outcome: endpointDeleted, requestHeaders: {} }
    // The URL changed after the lease. The custom headers belong to the new URL, so this attempt is skipped; the delivery goes
    // to the new URL in 30 s.
    if (signing.url !== leased.url) return { leased, outcome: faultOfOurs, requestHeaders: {} }
    request = signedRequest(leased, signing)
    return { leased, outcome: await send(request, leased.endpoint_id), requestHeaders: request.keptHeaders }
  } catch (error) {
    log.error(
      { err: error, delivery: leased.id, attempt: leased.attempt_id },
      "delivery attempt failed with an internal error; the delivery is retried",
    )
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

/** The endpoint was deleted between the claim and the request. This is expected: the delivery ends as cancelled. */
const endpointDeleted: Outcome = { ...nothing, kind: "aborted", errorCode: "endpoint_deleted" }

/** An error on our side. It does not count as an attempt; the delivery is tried again in 30 s. */
const faultOfOurs: Outcome = { ...nothing, kind: "internal", errorCode: "internal" }
