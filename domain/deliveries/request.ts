/** The request of one attempt: the bytes of the message, and headers that are signed at this moment. */
import { baseUrl } from "@/domain/base-url"
import { liveSecrets } from "@/domain/webhooks/secrets"
import { signatureHeader } from "@/domain/webhooks/signature"
import type { Leased } from "./leased"
import { contentType } from "./message-content"

export type SignedRequest = {
  url: string
  headers: Record<string, string>
  body: string
  /** what the log keeps of them beside the attempt's own columns; the values of the owner's own headers are their secrets */
  keptHeaders: Record<string, string>
}

/** Throws when there is nothing to sign with. */
export async function signedRequest(leased: Leased, now = Date.now()): Promise<SignedRequest> {
  const { headers: own, ...keys } = await liveSecrets(leased.endpoint_id)
  const unixSeconds = Math.floor(now / 1_000)
  // As logged-attempt.ts shows them without their being kept.
  const inColumns = {
    "content-type": contentType,
    "webhook-id": leased.message_id,
    "signalbox-delivery-id": leased.id,
    "signalbox-attempt-id": leased.attempt_id,
    "signalbox-attempt": String(leased.last_attempt),
    "signalbox-event-type": leased.event_type,
  }
  const others = {
    "user-agent": `Signalbox-Webhooks/1 (+${baseUrl()}/docs/webhooks)`,
    "webhook-timestamp": String(unixSeconds),
    "webhook-signature": signatureHeader(leased.message_id, unixSeconds, leased.body, keys),
    "signalbox-event-seq": String(leased.seq),
    "signalbox-api-version": leased.api_version,
    ...(leased.is_replayed && { "signalbox-replayed": "1" }),
  }
  const hidden = Object.fromEntries(Object.keys(own).map((name) => [name, "(hidden)"]))
  return {
    url: leased.url,
    headers: { ...own, ...inColumns, ...others },
    body: leased.body,
    keptHeaders: { ...hidden, ...others },
  }
}
