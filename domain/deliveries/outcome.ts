/** What came of one request to a receiver. */
import type { ErrorOfDelivery } from "./delivery-errors"

/**
 * `gone`: the endpoint wants nothing any more; with a 2xx status the message itself did arrive.
 * `aborted`: the receiver wants no more of this message, or the endpoint was deleted before the request. `internal`: our own fault, which counts for nothing.
 */
export type OutcomeKind = "success" | "failed" | "gone" | "aborted" | "internal"

export type Outcome = {
  kind: OutcomeKind
  status: number | null
  errorCode: ErrorOfDelivery | null
  /** what the answer's Retry-After asks for, 1 to 86 400; null when it asks nothing that can be kept */
  retryAfterSeconds: number | null
  responseHeaders: Record<string, string>
  /** at most the first 16 KiB, as UTF-8; null when nothing came, or what came is encoded */
  responseBody: string | null
  isBodyTruncated: boolean
  remoteIp: string | null
} & Timings

/** Milliseconds of each stretch, one after the other: name, connection, TLS, and whatever else there was until the answer's first byte. */
export type Timings = {
  /** null, as the two below, when the connection was open already */
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
  firstByteMs: number | null
  /** of the whole, body included; null when nothing was tried */
  totalMs: number | null
}
