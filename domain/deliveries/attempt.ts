/**
 * Makes one attempt of a delivery that this process has leased. `sendAttempt` signs and sends the request, and the
 * delivery loop records its result. `makeAttempt`, for requests of a user, also records it.
 */
import { baseUrl } from "@/domain/kernel/base-url"
import { log } from "@/domain/kernel/log"
import { notifyDue } from "@/domain/webhooks/endpoint-queue"
import { signatureHeader } from "@/domain/webhooks/signature"
import { type SigningMaterial, signingMaterialOf } from "@/domain/webhooks/signing-material"
import { inTeam, rows } from "@/prisma/client"
import type { LeasedDelivery } from "./leased-delivery"
import { contentType } from "./message-content"
import type { Outcome } from "./outcome"
import { recordResults } from "./record"
import type { AttemptResult } from "./result"
import { send } from "./send"

/**
 * Makes the attempt and records it. Then notifies all processes that deliveries may be due, because this process might
 * run no delivery loop. Never throws: recording handles its own errors, and an error on our side becomes an outcome
 * that does not count as an attempt.
 */
export async function makeAttempt(leased: LeasedDelivery): Promise<void> {
  await recordResults([await sendAttempt(leased)])
  // Without the notification, the sweep finds the due deliveries.
  await inTeam(leased.team_id, () => rows(notifyDue(leased.endpoint_id))).catch(() => {})
}

/** Makes the attempt without recording the result. */
export async function sendAttempt(leased: LeasedDelivery): Promise<AttemptResult> {
  if (leased.body === "") return { leased, outcome: contentCleared, requestHeaders: {} }
  let request: SignedRequest | undefined
  try {
    const signing = await signingMaterialOf(leased.endpoint_id, leased.url)
    if (signing.isDeleted) return { leased, outcome: endpointDeleted, requestHeaders: {} }
    if (signing.url !== leased.url) return { leased, outcome: urlChanged, requestHeaders: {} }
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

/** The content was cleared after its retention time. The delivery is canceled. */
const contentCleared: Outcome = { ...noResponse, kind: "aborted" }

/** The endpoint was deleted after the lease. This is expected: the delivery is canceled. */
const endpointDeleted: Outcome = { ...noResponse, kind: "aborted", errorCode: "endpoint_deleted" }

/** An error on our side. It does not count as an attempt, and the delivery is retried soon (retry-schedule.ts). */
const internalError: Outcome = { ...noResponse, kind: "internal", errorCode: "internal" }

/**
 * The URL changed after the lease. The custom headers belong to the new URL, so the delivery is retried with the new
 * URL.
 */
const urlChanged: Outcome = internalError

type SignedRequest = {
  url: string
  headers: Record<string, string>
  body: string
  /** The headers that the log stores. The values of custom headers are secret and not stored. */
  storedHeaders: Record<string, string>
}

/**
 * Builds the request of the attempt: the body of the message, signed with the endpoint's current secrets at time `now`
 * (Unix milliseconds), and the endpoint's custom headers. Throws if there is no secret to sign with.
 */
function signedRequest(
  leased: LeasedDelivery,
  { headers: customHeaders, ...keys }: SigningMaterial,
  now = Date.now(),
): SignedRequest {
  const unixSeconds = Math.floor(now / 1_000)
  const loggedHeaders = {
    "user-agent": `Signalbox-Webhooks/1 (+${baseUrl()}/docs/webhooks)`,
    "webhook-timestamp": String(unixSeconds),
    "webhook-signature": signatureHeader(leased.message_id, unixSeconds, leased.body, keys),
    "signalbox-event-seq": String(leased.seq),
    "signalbox-api-version": leased.api_version,
    ...(leased.is_replayed && { "signalbox-replayed": "1" }),
  }
  const headers = {
    ...loggedHeaders,
    // logged-attempt.ts rebuilds these for the log, so they are not stored.
    "content-type": contentType,
    "webhook-id": leased.message_id,
    "signalbox-delivery-id": leased.id,
    "signalbox-attempt-id": leased.attempt_id,
    "signalbox-attempt": String(leased.attempt_number),
    "signalbox-event-type": leased.event_type,
  }
  const maskedHeaders = Object.fromEntries(Object.keys(customHeaders).map((name) => [name, "(hidden)"]))
  return {
    url: leased.url,
    headers: { ...customHeaders, ...headers },
    body: leased.body,
    storedHeaders: { ...maskedHeaders, ...loggedHeaders },
  }
}
