/** The outcome of one request to a receiver. */
import type { RequestErrorCode } from "@/domain/security/request-errors"

/**
 * `gone`: the receiver wants no more events. With a 2xx status it has accepted this message, but wants no later ones.
 * `aborted`: the receiver wants no more attempts of this message, or its content or its endpoint was deleted
 * before the request.
 * `internal`: an error on our side, which does not count as an attempt.
 */
export type OutcomeKind = "success" | "failed" | "gone" | "aborted" | "internal"

export type Outcome = {
  kind: OutcomeKind
  status: number | null
  errorCode: RequestErrorCode | null
  /** Seconds from the response's Retry-After, from 1 to 86,400. null without a valid one. */
  retryAfterSeconds: number | null
  responseHeaders: Record<string, string>
  /** At most the first 16 KiB, as UTF-8. null when no response arrived, or when the body is compressed. */
  responseBody: string | null
  isBodyTruncated: boolean
  remoteIp: string | null
} & Timings

/** Duration of each phase of the request, in milliseconds and in order. */
export type Timings = {
  /** The first three are null when the connection was already open. */
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
  /** From the end of the previous phase to the first byte of the response. */
  firstByteMs: number | null
  /**
   * The whole request, including the body. null when no request was sent. Also null when the address is blocked,
   * because the duration would reveal whether the host name exists.
   */
  totalMs: number | null
}
