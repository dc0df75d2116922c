/**
 * Builds the statements that write attempt results: `recordStatement` for any results, with their effects on the
 * endpoints, and `recordSuccessesStatement` for successes at healthy endpoints. A result is written only if the
 * delivery still has the lease token of its attempt.
 *
 * The parts of `recordStatement`, in the order of its `with` clause:
 *
 * - `affected_endpoint` locks the endpoints that the results may change (endpoint-health.ts).
 * - `valid_result` drops results whose lease has ended, and locks the deliveries of the others. It also decides how
 *   long a FIFO endpoint waits for a delivery that must be retried.
 * - `tally`, `streak`, `decision` and `endpoint` decide and write the state of each endpoint. `notice` adds notices
 *   about it (endpoint-health.ts).
 * - `delivery` ends the leases and writes the next state of each delivery. `attempt` adds the rows of the log.
 * - `held` holds the pending deliveries of endpoints that this statement disables.
 * - `postponed_now_due` makes deliveries due that waited for a Retry-After which has now ended.
 * - `queue` removes the deliveries from `in_flight`, and makes the endpoints due for the next claim.
 *
 * Locks are taken in the order endpoints, deliveries, queue rows, so that two statements never wait for each other.
 */
import { stateByEndpoint } from "@/domain/events/delivery-permission"
import { inFlightWithout, isPending, lockedQueue } from "@/domain/webhooks/endpoint-queue"
import { raw, type Sql, sql } from "@/prisma/client"
import { affectedEndpoints, decisions, insertNotices, isAffectedBySuccess } from "./endpoint-health"
import { type AttemptResult, attemptColumns, attemptValues, type Columns, resultRow, resultRowColumns } from "./result"
import { jsonByProfile, maxScheduledSeconds } from "./retry-schedule"

/** `noticeIds`: one per possible notice. An endpoint gets at most four from one statement. */
type RecordInput = { results: AttemptResult[]; noticeIds: string[] }

/** Returns one row: the deliveries written and the endpoints disabled. */
export const recordStatement = ({ results, noticeIds }: RecordInput): Sql => sql`
  with result as materialized (select * from ${jsonRows(resultRowColumns, results.map(resultRow))} r),
  ${affectedEndpoints},
  ${validResults},
  ${decisions()},
  ${insertNotices(noticeIds)},
  ${updateDeliveries},
  ${insertAttempts(sql`valid_result`)},
  ${holdPendingDeliveries},
  ${endRetryAfterWaits()},
  ${updateQueue}
  select (select coalesce(json_agg(id), '[]') from delivery) as written, (${disabledEndpoints}) as disabled`

/** The endpoints that this statement disables. record.ts publishes an event about each. */
const disabledEndpoints = sql`
  select coalesce(json_agg(json_build_object('id', decision.id, 'team_id', decision.team_id, 'team_slug', t.slug, 'url', decision.url,
    'description', decision.description, 'state', decision.next_state, 'reason', n.detail, 'first_failure_at', decision.failing_since,
    'failure_count', decision.failed_attempts)), '[]')
  from decision join team t on t.id = decision.team_id join new_notice n on n.id = decision.id and n.kind in ('disabled', 'gone')`

/**
 * Writes results that all succeeded at healthy endpoints. This is the usual case, and costs a third of the general
 * statement.
 *
 * Returns one row with the deliveries written. Writes nothing and returns null if one of the endpoints must be updated
 * too. A delivery that succeeded ends even if its endpoint was paused or deleted meanwhile.
 */
export const recordSuccessesStatement = (results: AttemptResult[]): Sql => sql`
  with result as materialized (select * from ${jsonRows(attemptColumns, results.map(attemptValues))} r),
  affected_endpoint as materialized (
    select from webhook_endpoint e where e.id = any(${endpointsOf(results)}::text[]) and ${isAffectedBySuccess} limit 1),
  delivery as (
    update webhook_delivery d set state = 'succeeded', attempts = d.attempts + 1, next_attempt_at = null, trigger = 'auto', ended_at = now(),
      last_error_code = null, ${releaseLease(sql`r`)}
    from result r where d.id = r.id and d.lease_token = r.lease_token and not exists (select from affected_endpoint)
    returning r.*, d.attempt_id, d.team_id, d.endpoint_id, d.message_id, d.event_type, d.last_attempt),
  ${insertAttempts(sql`delivery`)},
  ${lockedQueue(sql`array(select distinct endpoint_id from delivery)`)},
  queue as (
    update endpoint_queue q set in_flight = ${inFlightWithout(sql`array(select id from delivery)`)}
    from locked_queue where q.endpoint_id = locked_queue.endpoint_id)
  select case when not exists (select from affected_endpoint) then (select coalesce(json_agg(id), '[]') from delivery) end as written`

const endpointsOf = (results: AttemptResult[]) => [...new Set(results.map(({ leased }) => leased.endpoint_id))]

/** Maximum pending deliveries of a disabled endpoint that this statement holds. The sweep holds the rest. */
const maxHeld = 1_000

/**
 * Maximum postponed deliveries that a success makes due. Only requests that were in flight when the receiver sent
 * Retry-After can have been postponed. These are far fewer.
 */
const maxPostponed = 1_000

/** How long later deliveries of a FIFO endpoint wait for one that is retried. Counts from its first attempt. */
const maxFifoWaitHours = 1

/**
 * Passes rows to a statement as one JSON value, an array of arrays: Postgres parses it in two thirds of the time that
 * objects take. For a from clause. A missing value becomes null in Postgres.
 */
export function jsonRows<C extends Columns>(columns: C, rows: Record<keyof C, unknown>[]): Sql {
  const names = Object.keys(columns)
  const values = JSON.stringify(rows.map((row) => names.map((name) => row[name])))
  return sql`(select ${raw(Object.entries(columns).map(column).join())} from jsonb_array_elements(${values}::jsonb) as r(v))`
}

const column = ([name, type]: [string, Columns[string]], index: number) =>
  type === "jsonb" ? `nullif(v -> ${index}, 'null') as ${name}` : `(v ->> ${index})::${type} as ${name}`

/**
 * Results whose delivery still has their lease token. Locks the deliveries. On a FIFO endpoint, a delivery that must be
 * retried keeps its position (`keeps_position`), and the deliveries behind it wait (`fifo_waits_until`). This ends one
 * hour after its first attempt.
 *
 * The condition on `affected_endpoint` is always true. It makes Postgres evaluate `affected_endpoint` first, which
 * locks the endpoints before the deliveries.
 */
const validResults = sql`
  valid_result as materialized (
    select r.*, d.attempt_id, d.team_id, d.message_id, d.event_type, d.last_attempt,
      now() + make_interval(secs => r.retry_delay_seconds) <= fifo.wait_ends_at as keeps_position,
      case when now() < fifo.wait_ends_at then least(now() + make_interval(secs => r.retry_delay_seconds), fifo.wait_ends_at) end as fifo_waits_until
    from result r join webhook_delivery d on d.id = r.id and d.lease_token = r.lease_token
      cross join lateral (
        select case when r.state = 'pending' and r.endpoint_id in (select id from affected_endpoint where is_fifo) then (
          select least(min(a.started_at), r.started_at) + make_interval(hours => ${maxFifoWaitHours})
            from webhook_attempt a where a.delivery_id = r.id) end as wait_ends_at) fifo
    where (select count(*) from affected_endpoint) >= 0 for update of d)`

/** Assignments for an update of webhook_delivery: release its lease with this result. */
const releaseLease = (result: Sql): Sql =>
  sql`last_status = ${result}.status, lease_token = null, leased_until = null, updated_at = now()`

/**
 * Releases the leases. The endpoint's next state decides whether an unfinished delivery is pending, held or canceled.
 * A user's request that failed with an error on our side stays pending even if the endpoint is paused or disabled.
 */
const updateDeliveries = sql`
  delivery as (
    update webhook_delivery d set state = r.new_state, attempts = d.attempts + case when r.is_counted then 1 else 0 end,
      next_attempt_at = case when r.new_state <> 'pending' then null when r.keeps_position then d.next_attempt_at
        else now() + make_interval(secs => r.retry_delay_seconds) end,
      trigger = case when r.kind = 'internal' then d.trigger else 'auto' end,
      ended_at = case when r.new_state in ('pending', 'held') then null else now() end, last_error_code = r.error_code, ${releaseLease(sql`r`)}
    from (
      select r.*, case when r.state <> 'pending' then r.state
        when r.kind = 'internal' and r.trigger in ('manual', 'test') and e.state <> 'deleted' then 'pending' else ${stateByEndpoint} end as new_state
      from valid_result r left join (select id, next_state as state from decision) e on e.id = r.endpoint_id) r
    where d.id = r.id returning d.id)`

/**
 * Inserts the attempts. `results` has `attemptColumns`, and attempt_id, team_id, endpoint_id, message_id, event_type
 * and last_attempt of the deliveries.
 */
const insertAttempts = (results: Sql): Sql => sql`
  attempt as (
    insert into webhook_attempt (id, team_id, delivery_id, endpoint_id, message_id, event_type, number, trigger, state, url, started_at,
      ended_at, status, error_code, dns_ms, connect_ms, tls_ms, first_byte_ms, total_ms, remote_ip, request_headers, response_headers,
      response_body, is_body_truncated)
    select attempt_id, team_id, id, endpoint_id, message_id, event_type, last_attempt, coalesce(trigger, 'auto'),
      case when status between 200 and 299 then 'succeeded' else 'failed' end, url, started_at, now(),
      status, error_code, dns_ms, connect_ms, tls_ms, first_byte_ms, total_ms, remote_ip, request_headers, coalesce(response_headers, '{}'),
      response_body, coalesce(is_body_truncated, false)
    from ${results})`

/** Holds the pending deliveries of endpoints that this statement disables. */
const holdPendingDeliveries = sql`
  held as (
    update webhook_delivery d set state = 'held', next_attempt_at = null, updated_at = now()
    where d.id in (select pending.id from decision cross join lateral (
      select id from webhook_delivery where endpoint_id = decision.id and ${isPending()} limit ${maxHeld} for update skip locked) pending
      where decision.next_state <> decision.state))`

/**
 * Makes deliveries due that the receiver had postponed with Retry-After, because it has now accepted or aborted a probe
 * or a user's request. These are the deliveries that wait longer than the schedule alone requires. Other retries and
 * the pace of recoveries stay unchanged.
 *
 * One second is added to the scheduled delay as a margin. If the schedule has no retry after this many attempts, the
 * delay counts as 0.
 */
const endRetryAfterWaits = () => sql`
  postponed_now_due as (
    update webhook_delivery d set next_attempt_at = now(), updated_at = now()
    where d.id in (select postponed.id from decision cross join lateral (
      select p.id from webhook_delivery p
      where p.endpoint_id = decision.id and ${isPending(sql`p`)} and p.trigger = 'auto' and p.next_attempt_at > greatest(now(),
        p.updated_at + make_interval(secs => 1 + coalesce((${jsonByProfile(maxScheduledSeconds)}::jsonb
          -> decision.retry_profile ->> p.attempts)::float8, 0)))
      limit ${maxPostponed} for update skip locked) postponed
      where decision.ends_throttle and decision.new_failures = 0 and decision.next_state = 'active'))`

/**
 * Removes the deliveries from `in_flight`, and lets the next claim look at the endpoints again: results other than a
 * success change when deliveries are due and whether the endpoint is throttled.
 */
const updateQueue = sql`${lockedQueue(sql`array(select distinct endpoint_id from valid_result)`)},
  queue as (
    update endpoint_queue q set in_flight = ${inFlightWithout(sql`array(select id from valid_result)`)}, next_due_at = now()
    from locked_queue where q.endpoint_id = locked_queue.endpoint_id)`
