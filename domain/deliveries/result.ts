/** The result of one attempt, as rows for the statements that record it, with the Postgres type of each column. */
import { requestErrorSentence } from "@/domain/security/request-errors"
import { opensBreaker } from "./breaker"
import type { LeasedDelivery } from "./leased-delivery"
import type { Outcome } from "./outcome"
import { secondsToNextAttempt } from "./retry-schedule"
import { afterDeliveryEvent, type DeliveryEvent } from "./states"

export type AttemptResult = { leased: LeasedDelivery; outcome: Outcome; requestHeaders: Record<string, string> }

/** Column names in order, each with its Postgres type. */
export type Columns = Record<
  string,
  "boolean" | "float8" | "jsonb" | "real" | "smallint" | "text" | "timestamptz" | "uuid"
>

/** The columns of `attemptValues`. Null stands for the column's default value. */
export const attemptColumns = {
  id: "text",
  lease_token: "uuid",
  trigger: "text",
  url: "text",
  started_at: "timestamptz",
  status: "smallint",
  error_code: "text",
  dns_ms: "real",
  connect_ms: "real",
  tls_ms: "real",
  first_byte_ms: "real",
  total_ms: "real",
  remote_ip: "text",
  request_headers: "jsonb",
  response_headers: "jsonb",
  response_body: "text",
  is_body_truncated: "boolean",
} as const satisfies Columns

/** The attempt's row (record-statement.ts). Default values are left out, because parsing JSON is slow in Postgres. */
export const attemptValues = ({ leased, outcome, requestHeaders }: AttemptResult) =>
  ({
    id: leased.id,
    lease_token: leased.lease_token,
    trigger: leased.trigger === "auto" ? undefined : leased.trigger,
    url: leased.url,
    started_at: leased.started_at,
    status: outcome.status ?? undefined,
    error_code: outcome.errorCode ?? undefined,
    dns_ms: roundedMs(outcome.dnsMs),
    connect_ms: roundedMs(outcome.connectMs),
    tls_ms: roundedMs(outcome.tlsMs),
    first_byte_ms: roundedMs(outcome.firstByteMs),
    total_ms: roundedMs(outcome.totalMs),
    remote_ip: outcome.remoteIp ?? undefined,
    request_headers: requestHeaders,
    response_headers: storableHeaders(outcome.responseHeaders),
    response_body: outcome.responseBody === null ? undefined : storableText(outcome.responseBody),
    is_body_truncated: outcome.isBodyTruncated || undefined,
  }) satisfies Record<keyof typeof attemptColumns, unknown>

/** Rounds milliseconds to the microsecond. */
const roundedMs = (ms: number | null) => (ms === null ? undefined : Math.round(ms * 1_000) / 1_000)

/** The columns of `resultRow`. */
export const resultRowColumns = {
  ...attemptColumns,
  endpoint_id: "text",
  kind: "text",
  state: "text",
  is_counted: "boolean",
  opens_breaker: "boolean",
  error_sentence: "text",
  retry_delay_seconds: "float8",
  retry_after_seconds: "float8",
} as const satisfies Columns

/**
 * The attempt's row, with the effects on the delivery and its endpoint.
 *
 * `is_counted`: the attempt counts against the retry schedule. `error_sentence`: for notices, if the attempt failed.
 * `retry_delay_seconds`: the time until the next attempt, or null. `retry_after_seconds`: from the header
 * Retry-After, which throttles the whole endpoint, or null.
 */
export function resultRow(result: AttemptResult) {
  const { leased, outcome } = result
  const retry_delay_seconds = retryDelaySeconds(leased, outcome)
  return {
    ...attemptValues(result),
    endpoint_id: leased.endpoint_id,
    trigger: leased.trigger,
    kind: outcome.kind,
    state: afterDeliveryEvent("leased", eventOf(outcome, retry_delay_seconds)),
    is_counted: outcome.kind !== "internal",
    opens_breaker: opensBreaker(outcome.status, outcome.errorCode),
    error_sentence: outcome.kind === "failed" ? requestErrorSentence(outcome.errorCode, outcome.status) : null,
    retry_delay_seconds,
    // The receiver's Retry-After applies to all requests to the endpoint, not only to this message.
    retry_after_seconds: outcome.status === 429 || outcome.status === 503 ? outcome.retryAfterSeconds : null,
  } satisfies Record<keyof typeof resultRowColumns, unknown>
}

const isAccepted = ({ status }: Outcome) => status !== null && status >= 200 && status < 300

/**
 * Returns the seconds until the next attempt, or null when no attempt follows. A manual attempt has no retries unless
 * the user requested them.
 */
function retryDelaySeconds({ retry_profile, attempts_counted, is_retried }: LeasedDelivery, outcome: Outcome) {
  if (outcome.kind === "failed" && !is_retried) return null
  const { retryAfterSeconds } = outcome
  return secondsToNextAttempt({
    profile: retry_profile,
    attemptsCounted: attempts_counted + 1,
    outcome,
    retryAfterSeconds,
    random: Math.random(),
  })
}

function eventOf(outcome: Outcome, delaySeconds: number | null): DeliveryEvent {
  if (outcome.kind === "internal") return "internal_error"
  if (isAccepted(outcome)) return "accepted"
  if (outcome.kind === "aborted") return "aborted"
  // No retry follows the last attempt, an attempt without retries (manual or a test), and a receiver that is `gone`.
  return delaySeconds === null ? "failed_without_retry" : "failed_with_retry"
}

/** Postgres cannot store NUL or half of a surrogate pair. */
const storableText = (text: string) => text.toWellFormed().replaceAll("\0", "\ufffd")

function storableHeaders(headers: Record<string, string>) {
  const entries = Object.entries(headers).map(([name, value]) => [name, storableText(value)])
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
