/** What came of one attempt, and what it means for its delivery. */
import { opensBreaker } from "./breaker"
import type { Leased } from "./leased"
import type { Outcome } from "./outcome"
import { nextAttempt } from "./retry-schedule"
import { afterDeliveryEvent, type DeliveryEvent } from "./states"

export type Result = { leased: Leased; outcome: Outcome; requestHeaders: Record<string, string> }

/** What is kept of the attempt (attempt-result.ts). What goes without saying is left out: reading JSON takes Postgres long. */
export const attemptRow = ({ leased, outcome, requestHeaders }: Result) => ({
  id: leased.id,
  lease_token: leased.lease_token,
  trigger: leased.trigger === "auto" ? undefined : leased.trigger,
  url: leased.url,
  started_at: leased.started_at,
  status: outcome.status ?? undefined,
  error_code: outcome.errorCode ?? undefined,
  dns_ms: microseconds(outcome.dnsMs),
  connect_ms: microseconds(outcome.connectMs),
  tls_ms: microseconds(outcome.tlsMs),
  first_byte_ms: microseconds(outcome.firstByteMs),
  total_ms: microseconds(outcome.totalMs),
  remote_ip: outcome.remoteIp ?? undefined,
  request_headers: requestHeaders,
  response_headers: storable(outcome.responseHeaders),
  response_body: outcome.responseBody === null ? undefined : storableText(outcome.responseBody),
  is_body_truncated: outcome.isBodyTruncated || undefined,
})

/** Of milliseconds, to the microsecond. */
const microseconds = (ms: number | null) => (ms === null ? undefined : Math.round(ms * 1_000) / 1_000)

/** With what it means for the delivery and its endpoint. */
export function resultRow(result: Result) {
  const { leased, outcome } = result
  const next_s = secondsToNext(leased, outcome)
  return {
    ...attemptRow(result),
    endpoint_id: leased.endpoint_id,
    trigger: leased.trigger,
    kind: outcome.kind,
    state: afterDeliveryEvent("leased", eventOf(outcome, next_s)),
    counts: outcome.kind !== "internal",
    opens_breaker: opensBreaker(outcome.status, outcome.errorCode),
    next_s,
    // The receiver speaks for all that is sent to it, not for this message alone.
    pause_s: outcome.status === 429 || outcome.status === 503 ? outcome.retryAfterSeconds : null,
  }
}

const hasArrived = ({ status }: Outcome) => status !== null && status >= 200 && status < 300

/** Null: no further attempt. After one by hand none follow unless they were asked for. */
function secondsToNext({ retry_profile, attempts, is_retried }: Leased, outcome: Outcome) {
  if (outcome.kind === "failed" && !is_retried) return null
  const { retryAfterSeconds } = outcome
  return nextAttempt({
    profile: retry_profile,
    attempts: attempts + 1,
    outcome,
    retryAfterSeconds,
    random: Math.random(),
  })
}

function eventOf(outcome: Outcome, nextSeconds: number | null): DeliveryEvent {
  if (outcome.kind === "internal") return "fault_of_ours"
  if (hasArrived(outcome)) return "arrived"
  if (outcome.kind === "aborted") return "aborted"
  return nextSeconds === null ? "failed_at_last" : "failed"
}

/** Postgres keeps neither a zero character nor half of a surrogate pair. */
const storableText = (text: string) => text.toWellFormed().replaceAll("\0", "\ufffd")

function storable(headers: Record<string, string>) {
  const all = Object.entries(headers).map(([name, value]) => [name, storableText(value)])
  return all.length > 0 ? Object.fromEntries(all) : undefined
}
