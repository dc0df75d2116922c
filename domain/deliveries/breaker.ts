/** The circuit breaker: an endpoint where most requests fail gets a pause, then one request that tries, then a longer pause. */
import { type Sql, sql } from "@/prisma/client"

/** Looked at are the attempts of the last five minutes, at most so many, so that a busy endpoint costs no more than another. */
const windowMinutes = 5
const windowAttempts = 100
const leastAttempts = 10
const failedShare = 0.7
const firstPauseSeconds = 30
const longestPauseSeconds = 15 * 60

/** Failures of a receiver that is overloaded or away; a refusal (4xx) or a wrong certificate is not helped by a pause. */
export const opensBreaker = (status: number | null, errorCode: string | null) =>
  (status ?? 0) >= 500 || breakerErrors.includes(errorCode ?? "")

const breakerErrors = [
  ...["timeout_connect", "timeout_tls", "timeout_first_byte", "timeout_total", "dns_timeout"],
  ...["connection_refused", "connection_reset", "network_unreachable", "http_5xx"],
]

/** For a statement with the endpoint as `t` and its new results as `y`: what came before them, as `attempts` and `failures`. */
export const earlierInWindow: Sql = sql`(
  select count(*) as attempts, count(*) filter (where a.status >= 500 or a.error_code = any(${breakerErrors})) as failures
  from (select status, error_code from webhook_attempt
    where endpoint_id = t.id and started_at > greatest(now() - make_interval(mins => ${windowMinutes}), t.breaker_closed_at)
      and state in ('succeeded', 'failed') and error_code is distinct from 'internal'
    order by started_at desc limit ${windowAttempts}) a)`

/** Needs `earlierInWindow` as `w`. A probe that fails opens it again; what was under way when it opened does not. */
export const opens: Sql = sql`(y.probe_failed or (t.breaker_openings = 0 and y.breaker_failures > 0
  and w.attempts + y.attempts >= ${leastAttempts} and w.failures + y.breaker_failures >= ${failedShare}::float8 * (w.attempts + y.attempts)))`

/** 30 s, doubling with each opening, at most 15 min. */
export const pauseSeconds: Sql = sql`least(${longestPauseSeconds}, ${firstPauseSeconds} * 2 ^ least(t.breaker_openings, 10))`
