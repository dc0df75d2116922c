/**
 * The circuit breaker of an endpoint. When most requests fail, it pauses the endpoint, then sends one probe. Each
 * failed probe doubles the pause.
 */
import { type Sql, sql } from "@/prisma/client"

/**
 * The breaker counts the attempts of the last five minutes, at most 100 of them, so that a busy endpoint costs no more
 * than another.
 */
const windowMinutes = 5
const maxWindowAttempts = 100
/** The breaker opens when the window has at least this many attempts, and at least this share of them failed. */
const minAttempts = 10
const minFailedShare = 0.7
const firstPauseSeconds = 30
const maxPauseSeconds = 15 * 60

/**
 * True for failures of a receiver that is overloaded or unreachable. A pause does not help against a refusal (4xx) or
 * an invalid certificate.
 */
export const opensBreaker = (status: number | null, errorCode: string | null) =>
  (status ?? 0) >= 500 || breakerErrors.includes(errorCode ?? "")

const breakerErrors = [
  "timeout_connect",
  "timeout_tls",
  "timeout_first_byte",
  "timeout_total",
  "dns_timeout",
  "connection_refused",
  "connection_reset",
  "network_unreachable",
  "http_5xx",
]

/**
 * Subquery: how many attempts of endpoint `e` in the window are already recorded, and how many of them failed. Does not
 * include the results that the same statement records.
 */
export const recordedAttempts: Sql = sql`(
  select count(*) as attempts, count(*) filter (where status >= 500 and error_code is distinct from 'aborted' or error_code = any(${breakerErrors})) as failures
  from (
    select status, error_code from webhook_attempt
    where endpoint_id = e.id and started_at > greatest(now() - make_interval(mins => ${windowMinutes}), e.breaker_closed_at)
      and state in ('succeeded', 'failed') and error_code is distinct from 'internal'
    order by started_at desc limit ${maxWindowAttempts}) attempt)`

/**
 * SQL condition: the breaker opens because most requests failed (`opensBreaker`). A probe that fails in this way opens
 * it again. Failed requests that were in flight when it opened do not.
 *
 * Needs the endpoint as `e`, `recordedAttempts` as `recorded`, and the `tally` of the new results (endpoint-health.ts).
 */
export const breakerOpens: Sql = sql`(tally.probe_failed or (e.breaker_openings = 0 and tally.breaker_failures > 0
  and recorded.attempts + tally.attempts >= ${minAttempts}
  and recorded.failures + tally.breaker_failures >= ${minFailedShare}::float8 * (recorded.attempts + tally.attempts)))`

/** Length of the pause: 30 s, doubled with each opening, at most 15 min. */
export const breakerPauseSeconds: Sql = sql`least(${maxPauseSeconds}, ${firstPauseSeconds} * 2 ^ least(e.breaker_openings, 10))`
