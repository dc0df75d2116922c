/**
 * SQL parts that apply results to an endpoint: its failure streak, its breaker, its pauses, its notices, and when it is
 * disabled.
 */
import { type Sql, sql } from "@/prisma/client"
import { earlierInWindow, opens, pauseSeconds } from "./breaker"

/**
 * A failure disables an endpoint if the first failure since the last success was at least 120 h ago, and there were at
 * least five.
 */
const disableAfterHours = 120
const minFailures = 5
const healthyWriteEverySeconds = 60

/**
 * True if a success changes endpoint `e`. On a healthy endpoint only `last_success_at` changes, and that is written
 * once a minute.
 */
export const isTouchedBySuccess: Sql = sql`(e.first_failure_at is not null or e.breaker_openings > 0
  or e.paused_until > now() or e.last_success_at is null or e.last_success_at < now() - make_interval(secs => ${healthyWriteEverySeconds}))`

/**
 * Locks the endpoints that the results (`result`) may change, in the order of their ids and before any delivery.
 * Pausing and deleting an endpoint lock in the same order.
 */
export const touched: Sql = sql`
  touched as materialized (
    select e.* from webhook_endpoint e where e.id = any(array(select distinct endpoint_id from result))
      and (e.id in (select endpoint_id from result where kind <> 'success') or ${isTouchedBySuccess})
    order by e.id for no key update)`

/**
 * Decides the next state of each endpoint and writes it, in four steps. Needs `touched`, and `live`: the results whose
 * lease was still valid.
 */
export const decisions = (): Sql => sql`${tally}, ${streak}, ${decision}, ${updateEndpoint}`

/** Step 1, tally: the results of each endpoint. */
const tally = sql`
  tally as (
    select endpoint_id, bool_or(kind = 'success') as has_succeeded, bool_or(kind = 'gone') as is_gone,
      count(*) filter (where kind = 'failed' and trigger <> 'test') as failures, count(*) filter (where kind <> 'internal') as attempts,
      count(*) filter (where kind = 'failed' and opens_breaker) as breaker_failures, bool_or(error_code = 'address_blocked') as is_blocked,
      bool_or(kind = 'failed' and trigger = 'probe') as probe_failed,
      bool_or(kind in ('success', 'aborted') and trigger in ('probe', 'manual', 'test')) as probe_succeeded,
      max(error_code) filter (where kind = 'failed') as last_error,
      max(now() + make_interval(secs => pause_s)) as asked_until, max(fifo_waits_until) as fifo_until
    from live group by endpoint_id)`

/**
 * Step 2, streak: the failures since the last success, including the new ones, and whether the circuit breaker opens.
 * `failing_since` is null without failures.
 */
const streak = sql`
  streak as (
    select t.*, y.is_gone, y.is_blocked, y.last_error, y.asked_until, y.fifo_until, y.failures as new_failures, y.has_succeeded, y.probe_succeeded,
      ${opens} as opens, case when ${opens} then now() + make_interval(secs => ${pauseSeconds}) end as breaker_until,
      case when y.has_succeeded then null when y.failures > 0 then coalesce(t.first_failure_at, now()) else t.first_failure_at end as failing_since,
      case when y.has_succeeded then 0 else t.failure_count + y.failures end as failed_attempts
    from touched t join tally y on y.endpoint_id = t.id left join lateral ${earlierInWindow} w on y.breaker_failures > 0)`

/**
 * Step 3, decision: the endpoint's next state, the notices that it needs, and `waits_until`: the end of the longest
 * pause. A successful probe ends the earlier pause. `age` is the time since the first failure.
 */
const decision = sql`
  decision as materialized (
    select s.*, a.*, w.*, s.notified_24h_at is not null and s.has_succeeded as recovers,
      case when s.state = 'deleted' then s.state when s.is_gone then 'disabled_gone' when a.failed_too_long then 'disabled_auto' else s.state end as next_state,
      not a.failed_too_long and a.age >= interval '72 h' and s.notified_72h_at is null as notifies_72h,
      not a.failed_too_long and a.age >= interval '24 h' and s.notified_24h_at is null as notifies_24h
    from streak s cross join lateral (
      select case when s.new_failures > 0 then now() - s.failing_since end as age,
        s.state = 'active' and s.new_failures > 0 and s.failed_attempts >= ${minFailures}
          and now() - s.failing_since >= make_interval(hours => ${disableAfterHours}) as failed_too_long) a
      cross join lateral (
        select greatest(case when not s.probe_succeeded then s.paused_until end, s.asked_until, s.fifo_until, s.breaker_until) as waits_until) w)`

/** Sentences of notices, as SQL on a row `v` of `decision`. */
const failingSince = sql`format('%s attempts have failed since %s UTC, and none succeeded. The last attempt failed with %s.', v.failed_attempts,
  to_char(v.failing_since at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), v.last_error)`

const disabledReason = sql`case when v.is_gone then 'The receiver asked to stop all deliveries (status 410, or webhook-delivery: disable)'
  else ${failingSince} end`

/** Step 4, endpoint: writes the decisions. */
const updateEndpoint = sql`
  endpoint as (
    update webhook_endpoint e set state = v.next_state, first_failure_at = v.failing_since, failure_count = v.failed_attempts,
      last_failure_at = case when v.has_succeeded then null when v.new_failures > 0 then now() else e.last_failure_at end,
      last_success_at = case when v.has_succeeded then now() else e.last_success_at end,
      notified_24h_at = case when v.has_succeeded then null when v.notifies_24h then now() else v.notified_24h_at end,
      notified_72h_at = case when v.has_succeeded then null when v.notifies_72h then now() else v.notified_72h_at end,
      paused_until = v.waits_until,
      paused_by = case v.waits_until when v.breaker_until then 'breaker' when v.asked_until then 'receiver' when v.fifo_until then 'order'
        else v.paused_by end,
      breaker_openings = case when v.probe_succeeded then 0 when v.opens then v.breaker_openings + 1 else v.breaker_openings end,
      breaker_closed_at = case when v.probe_succeeded and v.breaker_openings > 0 then now() else v.breaker_closed_at end,
      disabled_at = case when v.next_state <> v.state then now() else v.disabled_at end,
      disabled_reason = case when v.next_state <> v.state then ${disabledReason} else v.disabled_reason end
    from decision v where e.id = v.id)`

/**
 * Inserts the notices that the decisions require, except about a deleted endpoint. Needs `decision`. `noticeIds`: an id
 * for each possible notice.
 */
export const notices = (noticeIds: string[]): Sql => sql`
  new_notice as (
    select v.id, v.team_id, n.kind, n.detail, row_number() over () as number from decision v cross join lateral (values
      ('failing_72h', v.notifies_72h, ${failingSince}),
      ('failing_24h', v.notifies_24h and not v.notifies_72h, ${failingSince}),
      ('disabled', v.next_state = 'disabled_auto' and v.state = 'active', ${disabledReason}),
      ('gone', v.next_state = 'disabled_gone' and v.state <> 'disabled_gone', ${disabledReason}),
      ('recovered', v.recovers, 'A request succeeded again.'),
      ('address_blocked', v.is_blocked and not exists (select from webhook_notice o where o.team_id = v.team_id and o.endpoint_id = v.id
        and o.kind = 'address_blocked' and o.created_at >= v.first_failure_at), 'The URL points to an address that is not allowed. Check the URL and the addresses of its host name.')
    ) n(kind, is_due, detail) where n.is_due and v.state <> 'deleted'),
  notice as (
    insert into webhook_notice (id, team_id, endpoint_id, kind, detail)
    select (${noticeIds}::text[])[number], team_id, id, kind, detail from new_notice)`
