/** Builds the request of one attempt: the bytes of the message, and headers signed now. */
import { baseUrl } from "@/domain/kernel/base-url"
import type { Signing } from "@/domain/webhooks/secrets"
import { signatureHeader } from "@/domain/webhooks/signature"
import type { Leased } from "./leased"
import { contentType } from "./message-content"

export type SignedRequest = {
  url: string
  headers: Record<string, string>
  body: string
  /** headers that the log stores in addition to the attempt's columns; values of custom headers are secret and not stored */
  keptHeaders: Record<string, string>
}

/** `signing`: the endpoint's current secrets and custom headers. Throws if there is no secret to sign with. */
export function signedRequest(leased: Leased, { headers: own, ...keys }: Signing, now = Date.now()): SignedRequest {
  const unixSeconds = Math.floor(now / 1_000)
  const kept = {
    "user-agent": `Signalbox-Webhooks/1 (+${baseUrl()}/docs/webhooks)`,
    "webhook-timestamp": String(unixSeconds),
    "webhook-signature": signatureHeader(leased.message_id, unixSeconds, leased.body, keys),
    "signalbox-event-seq": String(leased.seq),
    "signalbox-api-version": leased.api_version,
    ...(leased.is_replayed && { "signalbox-replayed": "1" }),
  }
  const headers = {
    ...kept,
    // logged-attempt.ts rebuilds these for the log, so they are not stored.
    "content-type": contentType,
    "webhook-id": leased.message_id,
    "signalbox-delivery-id": leased.id,
    "signalbox-attempt-id": leased.attempt_id,
    "signalbox-attempt": String(leased.last_attempt),
    "signalbox-event-type": leased.event_type,
  }
  const hidden = Object.keys(own).map((name) => [name, "(hidden)"])
  return {
    url: leased.url,
    headers: hidden.length > 0 ? { ...own, ...headers } : headers,
    body: leased.body,
    keptHeaders: hidden.length > 0 ? { ...Object.fromEntries(hidden), ...kept } : kept,
  }
}
