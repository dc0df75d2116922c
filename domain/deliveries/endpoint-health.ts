/**
 * SQL parts that apply results to an endpoint: its failure streak, its breaker, its throttle, its notices, and when it
 * is disabled.
 */
import { type Sql, sql } from "@/prisma/client"
import { breakerOpens, breakerPauseSeconds, recordedAttempts } from "./breaker"

/**
 * A failure disables an endpoint if the first failure since the last success was at least 120 h ago, and there were at
 * least five.
 */
export const disableAfterHours = 120
const minFailures = 5
const healthyWriteEverySeconds = 60

/**
 * True if a success changes endpoint `e`. On a healthy endpoint only `last_success_at` changes, and that is written
 * once a minute.
 */
export const isAffectedBySuccess: Sql = sql`(e.first_failure_at is not null or e.breaker_openings > 0
  or e.paused_until > now() or e.last_success_at is null or e.last_success_at < now() - make_interval(secs => ${healthyWriteEverySeconds}))`

/**
 * Locks the endpoints that the results (`result`) may change, in the order of their ids and before any delivery.
 * Pausing and deleting an endpoint lock in the same order.
 */
export const affectedEndpoints: Sql = sql`
  affected_endpoint as materialized (
    select e.* from webhook_endpoint e where e.id = any(array(select distinct endpoint_id from result))
      and (e.id in (select endpoint_id from result where kind <> 'success') or ${isAffectedBySuccess})
    order by e.id for no key update)`

/**
 * Decides the next state of each endpoint and writes it, in four steps. Needs `affected_endpoint`, and `valid_result`:
 * the results whose delivery still has their lease token.
 */
export const decisions = (): Sql => sql`${tally}, ${streak}, ${decision}, ${updateEndpoint}`

/**
 * Step 1, tally: counts the new results of each endpoint. `ends_throttle`: a probe or a user's request was accepted or
 * aborted, so the receiver takes requests again. A throttle ends, and the breaker closes.
 */
const tally = sql`
  tally as (
    select endpoint_id,
      bool_or(kind = 'success') as has_succeeded,
      bool_or(kind = 'gone') as is_gone,
      bool_or(error_code = 'address_blocked' and trigger <> 'test') as is_blocked,
      count(*) filter (where kind <> 'internal') as attempts,
      count(*) filter (where kind = 'failed' and trigger <> 'test') as failures,
      count(*) filter (where kind = 'failed' and opens_breaker) as breaker_failures,
      bool_or(kind = 'failed' and opens_breaker and trigger = 'probe') as probe_failed,
      bool_or(kind in ('success', 'aborted') and trigger in ('probe', 'manual', 'test')) as ends_throttle,
      (array_agg(error_sentence order by started_at desc) filter (where kind = 'failed'))[1] as last_error,
      max(now() + make_interval(secs => retry_after_seconds)) as retry_after_until,
      max(fifo_waits_until) as fifo_until
    from valid_result group by endpoint_id)`

/**
 * Step 2, streak: the failures since the last success, including the new ones, and whether the circuit breaker opens.
 * `failing_since`: the next `first_failure_at`, null without failures. `failed_attempts`: the next `failure_count`.
 * `new_failures`: the part of them that these results add.
 */
const streak = sql`
  streak as (
    select e.*, tally.is_gone, tally.is_blocked, tally.last_error, tally.retry_after_until, tally.fifo_until,
      tally.failures as new_failures, tally.has_succeeded, tally.ends_throttle,
      ${breakerOpens} as breaker_opens,
      case when ${breakerOpens} then now() + make_interval(secs => ${breakerPauseSeconds}) end as breaker_until,
      case when tally.has_succeeded then null
        when tally.failures > 0 then coalesce(e.first_failure_at, now())
        else e.first_failure_at end as failing_since,
      case when tally.has_succeeded then 0 else e.failure_count + tally.failures end as failed_attempts
    from affected_endpoint e join tally on tally.endpoint_id = e.id
      left join lateral ${recordedAttempts} recorded on tally.breaker_failures > 0)`

/**
 * Until when the endpoint gets no requests: the latest end of its waits. Waits are Retry-After, the order of a FIFO
 * endpoint, and a pause of the breaker. The stored `paused_until` still applies, unless `ends_throttle` ends it.
 */
const nextPausedUntil = sql`
  greatest(streak.retry_after_until, streak.fifo_until, streak.breaker_until, case when not streak.ends_throttle then streak.paused_until end)`

/**
 * Step 3, decision: the endpoint's next state, the notices that it needs, and its next `paused_until`. `failing_for` is
 * the time since the first failure. It is null if no attempt has just failed.
 */
const decision = sql`
  decision as materialized (
    select streak.*, failure.*,
      ${nextPausedUntil} as next_paused_until,
      case when streak.state = 'deleted' then streak.state
        when streak.is_gone then 'disabled_gone'
        when failure.has_failed_too_long then 'disabled_auto'
        else streak.state end as next_state,
      streak.notified_24h_at is not null and streak.has_succeeded as has_recovered,
      not failure.has_failed_too_long and failure.failing_for >= interval '72 h' and streak.notified_72h_at is null as needs_72h_notice,
      not failure.has_failed_too_long and failure.failing_for >= interval '24 h' and streak.notified_24h_at is null as needs_24h_notice
    from streak cross join lateral (
      select case when streak.new_failures > 0 then now() - streak.failing_since end as failing_for,
        streak.state = 'active' and streak.new_failures > 0 and streak.failed_attempts >= ${minFailures}
          and now() - streak.failing_since >= make_interval(hours => ${disableAfterHours}) as has_failed_too_long) failure)`

/** Sentences of notices, as SQL on a row of `decision`. */
const failingSince = sql`format('%s attempts have failed since %s UTC, and none succeeded. Last error: %s', decision.failed_attempts,
  to_char(decision.failing_since at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), decision.last_error)`

const disabledReason = sql`case when decision.is_gone then 'The receiver asked to stop all deliveries (status 410, or webhook-delivery: disable)'
  else ${failingSince} end`

/** Step 4, endpoint: writes the decisions. */
const updateEndpoint = sql`
  endpoint as (
    update webhook_endpoint e set state = decision.next_state,
      first_failure_at = decision.failing_since,
      failure_count = decision.failed_attempts,
      last_failure_at = case when decision.has_succeeded then null when decision.new_failures > 0 then now() else decision.last_failure_at end,
      last_success_at = case when decision.has_succeeded then now() else decision.last_success_at end,
      notified_24h_at = case when decision.has_succeeded then null when decision.needs_24h_notice then now() else decision.notified_24h_at end,
      notified_72h_at = case when decision.has_succeeded then null when decision.needs_72h_notice then now() else decision.notified_72h_at end,
      paused_until = decision.next_paused_until,
      paused_by = case decision.next_paused_until
        when decision.breaker_until then 'breaker'
        when decision.retry_after_until then 'receiver'
        when decision.fifo_until then 'order'
        else decision.paused_by end,
      breaker_openings = case when decision.ends_throttle then 0 when decision.breaker_opens then decision.breaker_openings + 1 else decision.breaker_openings end,
      breaker_closed_at = case when decision.ends_throttle and decision.breaker_openings > 0 then now() else decision.breaker_closed_at end,
      disabled_at = case when decision.next_state <> decision.state then now() else decision.disabled_at end,
      disabled_reason = case when decision.next_state <> decision.state then ${disabledReason} else decision.disabled_reason end
    from decision where e.id = decision.id)`

/**
 * Inserts the notices that the decisions require, except about a deleted endpoint. Needs `decision`. `noticeIds`: an id
 * for each possible notice.
 */
export const insertNotices = (noticeIds: string[]): Sql => sql`
  new_notice as (
    select decision.id, decision.team_id, candidate.kind, candidate.detail, row_number() over () as number
    from decision cross join lateral (values
      ('failing_72h', decision.needs_72h_notice, ${failingSince}),
      ('failing_24h', decision.needs_24h_notice and not decision.needs_72h_notice, ${failingSince}),
      ('disabled', decision.next_state = 'disabled_auto' and decision.state = 'active', ${disabledReason}),
      ('gone', decision.next_state = 'disabled_gone' and decision.state <> 'disabled_gone', ${disabledReason}),
      ('recovered', decision.has_recovered, 'A request succeeded again.'),
      ('address_blocked', decision.is_blocked and not exists (
          select from webhook_notice earlier where earlier.team_id = decision.team_id and earlier.endpoint_id = decision.id
            and earlier.kind = 'address_blocked' and earlier.created_at >= decision.first_failure_at),
        'The URL points to an address that is not allowed. Check the URL and the addresses of its host name.')
    ) candidate(kind, is_due, detail) where candidate.is_due and decision.state <> 'deleted'),
  notice as (
    insert into webhook_notice (id, team_id, endpoint_id, kind, detail)
    select (${noticeIds}::text[])[number], team_id, id, kind, detail from new_notice)`
