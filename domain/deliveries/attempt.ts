/** Makes one attempt of a delivery that this process has leased: signs the request, sends it and records the result. */
import { baseUrl } from "@/domain/kernel/base-url"
import { log } from "@/domain/kernel/log"
import { notifyDue } from "@/domain/webhooks/endpoint-queue"
import { liveSecrets, type Signing } from "@/domain/webhooks/secrets"
import { signatureHeader } from "@/domain/webhooks/signature"
import { acrossTeams, rows } from "@/prisma/client"
import type { LeasedDelivery } from "./leased-delivery"
import { contentType } from "./message-content"
import type { Outcome } from "./outcome"
import { recordResults } from "./record"
import type { Result } from "./result"
import { send } from "./send"

/**
 * Makes and records the attempt, then notifies all processes, because no delivery loop may be running in this one. Never throws:
 * an error on our side becomes an outcome that does not count as an attempt.
 */
export async function makeAttempt(leased: LeasedDelivery): Promise<void> {
  await recordResults([await sendAttempt(leased)])
  await acrossTeams(() => rows(notifyDue(leased.endpoint_id))).catch(() => {}) // the sweep finds what is due
}

/** Makes the attempt without recording the result. */
export async function sendAttempt(leased: LeasedDelivery): Promise<Result> {
  // The content was removed permanently, so there is nothing to send.
  if (leased.body === "") return { leased, outcome: { ...noResponse, kind: "aborted" }, requestHeaders: {} }
  let request: SignedRequest | undefined
  try {
    const signing = await liveSecrets(leased.endpoint_id, leased.url)
    if (signing.isDeleted) return { leased, outcome: endpointDeleted, requestHeaders: {} }
    // The URL changed after the lease. The custom headers belong to the new URL, so this attempt is skipped; the delivery goes
    // to the new URL in 30 s.
    if (signing.url !== leased.url) return { leased, outcome: internalError, requestHeaders: {} }
    request = signedRequest(leased, signing)
    return { leased, outcome: await send(request, leased.endpoint_id), requestHeaders: request.storedHeaders }
  } catch (error) {
    log.error(
      { err: error, delivery: leased.id, attempt: leased.attempt_id },
      "delivery attempt failed with an internal error; the delivery is retried",
    )
    return { leased, outcome: internalError, requestHeaders: request?.storedHeaders ?? {} }
  }
}

const noResponse: Omit<Outcome, "kind"> = {
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
const endpointDeleted: Outcome = { ...noResponse, kind: "aborted", errorCode: "endpoint_deleted" }

/** An error on our side. It does not count as an attempt; the delivery is tried again in 30 s. */
const internalError: Outcome = { ...noResponse, kind: "internal", errorCode: "internal" }

type SignedRequest = {
  url: string
  headers: Record<string, string>
  body: string
  /** headers that the log stores in addition to the attempt's columns; values of custom headers are secret and not stored */
  storedHeaders: Record<string, string>
}

/**
 * Builds the request of the attempt: the bytes of the message, and headers signed now. Takes the endpoint's current secrets and
 * custom headers. Throws if there is no secret to sign with.
 */
function signedRequest(
  leased: LeasedDelivery,
  { headers: customHeaders, ...keys }: Signing,
  now = Date.now(),
): SignedRequest {
  const unixSeconds = Math.floor(now / 1_000)
  const stored = {
    "user-agent": `Signalbox-Webhooks/1 (+${baseUrl()}/docs/webhooks)`,
    "webhook-timestamp": String(unixSeconds),
    "webhook-signature": signatureHeader(leased.message_id, unixSeconds, leased.body, keys),
    "signalbox-event-seq": String(leased.seq),
    "signalbox-api-version": leased.api_version,
    ...(leased.is_replayed && { "signalbox-replayed": "1" }),
  }
  const headers = {
    ...stored,
    // logged-attempt.ts rebuilds these for the log, so they are not stored.
    "content-type": contentType,
    "webhook-id": leased.message_id,
    "signalbox-delivery-id": leased.id,
    "signalbox-attempt-id": leased.attempt_id,
    "signalbox-attempt": String(leased.last_attempt),
    "signalbox-event-type": leased.event_type,
  }
  const hidden = Object.keys(customHeaders).map((name) => [name, "(hidden)"])
  return {
    url: leased.url,
    headers: hidden.length > 0 ? { ...customHeaders, ...headers } : headers,
    body: leased.body,
    storedHeaders: hidden.length > 0 ? { ...Object.fromEntries(hidden), ...stored } : stored,
  }
}
