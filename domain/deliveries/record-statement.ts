/**
 * Builds the statement that writes attempt results. It writes only results whose lease is still valid, and applies their
 * effects on the endpoints.
 */
import { type Sql, sql } from "@/prisma/client"
import { attemptOf, attemptRowColumns, ended } from "./attempt-result"
import { notices, touched, verdicts } from "./endpoint-health"
import { inFlightWithout, lockedQueue } from "./endpoint-queue"
import { jsonRows } from "./json-rows"
import { landing } from "./may-send"
import { isPending } from "./pending"
import { type Result, resultRow } from "./result"
import { maxScheduledSeconds, retryProfiles } from "./retry-schedule"

/** Maximum pending deliveries of a disabled endpoint that this statement holds. The sweep holds the rest. */
const maxHeldAtOnce = 1_000

/**
 * Maximum deliveries that a success makes due at once. Only requests in flight when the receiver asked for a wait can have been
 * postponed: far fewer than this.
 */
const maxPulledForward = 1_000

/** `noticeIds`: four per endpoint. */
type Recording = { results: Result[]; noticeIds: string[] }

/** Returns one row: the deliveries written and the endpoints disabled. */
export const recordStatement = ({ results, noticeIds }: Recording): Sql => sql`
  with result as materialized (select * from ${jsonRows(resultRowColumns, results.map(resultRow))} r),
  ${touched}, ${live}, ${verdicts()}, ${notices(noticeIds)}, ${deliveries}, ${attemptOf(sql`live`)}, ${heldBack}, ${pulledForward()}, ${queue}
  select (select coalesce(json_agg(id), '[]') from delivery) as written,
    (select coalesce(json_agg(json_build_object('id', v.id, 'team_id', v.team_id, 'team_slug', t.slug, 'url', v.url, 'description', v.description,
      'state', v.next_state, 'reason', n.detail, 'first_failure_at', v.failing_since, 'failure_count', v.failed_attempts)), '[]')
      from verdict v join team t on t.id = v.team_id join told n on n.id = v.id and n.kind in ('disabled', 'gone')) as disabled`

/** Columns of resultRow (result.ts). */
const resultRowColumns = {
  ...attemptRowColumns,
  endpoint_id: "text",
  kind: "text",
  state: "text",
  counts: "boolean",
  opens_breaker: "boolean",
  next_s: "float8",
  pause_s: "float8",
} as const

/**
 * Results whose lease is still valid, with the delivery locked. On a FIFO endpoint a delivery that must be retried stays at the
 * head of the line. The other deliveries wait with it (`line_waits_until`), for at most one hour after its first attempt.
 */
const live = sql`
  live as materialized (
    select r.*, d.attempt_id, d.team_id, d.message_id, d.event_type, d.last_attempt,
      now() + make_interval(secs => r.next_s) <= w.until as keeps_place,
      case when now() < w.until then least(now() + make_interval(secs => r.next_s), w.until) end as line_waits_until
    from result r join webhook_delivery d on d.id = r.id and d.lease_token = r.lease_token
      cross join lateral (
        select case when r.state = 'pending' and r.endpoint_id in (select id from touched where is_fifo) then (
          select least(min(a.started_at), r.started_at) + interval '1 h' from webhook_attempt a where a.delivery_id = r.id) end as until) w
    where (select count(*) from touched) >= 0 for update of d)`

const deliveries = sql`
  delivery as (
    update webhook_delivery d set state = l.lands, attempts = d.attempts + case when l.counts then 1 else 0 end,
      next_attempt_at = case when l.lands <> 'pending' then null when l.keeps_place then d.next_attempt_at
        else now() + make_interval(secs => l.next_s) end,
      trigger = case when l.kind = 'internal' then d.trigger else 'auto' end,
      ended_at = case when l.lands in ('pending', 'held') then null else now() end, last_error_code = l.error_code, ${ended(sql`l`)}
    from (
      select live.*, case when live.state <> 'pending' then live.state
        when live.kind = 'internal' and live.trigger in ('manual', 'test') and e.state <> 'deleted' then 'pending' else ${landing} end as lands
      from live left join (select id, next_state as state from verdict) e on e.id = live.endpoint_id) l
    where d.id = l.id returning d.id)`

const heldBack = sql`
  held as (
    update webhook_delivery d set state = 'held', next_attempt_at = null, updated_at = now()
    where d.id in (select w.id from verdict v cross join lateral (
      select id from webhook_delivery where endpoint_id = v.id and ${isPending()} limit ${maxHeldAtOnce} for update skip locked) w
      where v.next_state <> v.state))`

/**
 * Applies when a request that a person made, or a probe behind an open breaker, has succeeded. The wait that the receiver asked
 * for in Retry-After ends. Deliveries that wait longer than the schedule alone requires become due. Other retries and the pace
 * of recoveries stay unchanged.
 */
const pulledForward = () => sql`
  pulled as (
    update webhook_delivery d set next_attempt_at = now(), updated_at = now()
    where d.id in (select w.id from verdict v cross join lateral (
      select p.id from webhook_delivery p
      where p.endpoint_id = v.id and ${isPending(sql`p`)} and p.trigger = 'auto' and p.next_attempt_at > greatest(now(),
        p.updated_at + make_interval(secs => 1 + coalesce((${scheduledSeconds()}::jsonb -> v.retry_profile ->> p.attempts)::float8, 0)))
      limit ${maxPulledForward} for update skip locked) w
      where v.probe_succeeded and v.new_failures = 0 and v.next_state = 'active'))`

/**
 * Ends the requests in flight, and lets the next claim look at the endpoints again: results other than a success change when
 * deliveries are due and whether the endpoint is paused.
 */
const queue = sql`${lockedQueue(sql`array(select distinct endpoint_id from live)`)},
  queue as (
    update endpoint_queue q set in_flight = ${inFlightWithout(sql`array(select id from live)`)}, next_due_at = now()
    from locked l where q.endpoint_id = l.endpoint_id)`

const scheduledSeconds = () =>
  JSON.stringify(Object.fromEntries(retryProfiles.map((profile) => [profile, maxScheduledSeconds(profile)])))
