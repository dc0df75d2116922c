/**
 * Leases due deliveries to this process. No other process attempts them until the lease ends.
 *
 * One statement does this in five steps, which docs/delivery.md draws. Each step is a function below.
 *
 * 1. `readEndpoints`: reads the queue rows of endpoints with work, and computes the share of slots of each team.
 * 2. `pickEndpoints`: locks the rows of due endpoints of teams below their share, in round-robin order.
 * 3. `pickDeliveries`: locks the first due deliveries of each picked endpoint, up to its limits.
 * 4. `leaseDeliveries`: writes the leases.
 * 5. `updateQueue`: writes to the rows of step 2 what is now in flight and when the next claim serves them.
 *
 * Claims run at the same time and wait for no row: steps 2 and 3 skip rows that another statement has locked.
 */
import { teamMaySend } from "@/domain/events/delivery-permission"
import { newId } from "@/domain/kernel/ids"
import { createLeaseToken } from "@/domain/kernel/process-lock"
import { isPending } from "@/domain/webhooks/endpoint-queue"
import { acrossTeams, inTeam, queueRows, rows, type Sql, sql } from "@/prisma/client"
import { deliveryLeaseSeconds, type LeasedDelivery, leasedDelivery, maxInFlightPerEndpoint } from "./leased-delivery"
import { attemptsInFlight, requestSlots } from "./loop-state"

/** Maximum deliveries per claim. */
export const maxClaimed = 100

/** Leases at most `limit` deliveries. */
export const claim = (limit = maxClaimed): Promise<LeasedDelivery[]> =>
  withTrackedAttempts(Math.min(limit, maxClaimed), (lease) => {
    const { shared, isBusy } = requestSlots()
    const statement = claimStatement({ ...lease, limit: lease.attemptIds.length, sharedSlots: shared, isBusy })
    // Across teams: a process delivers for all teams, and the claim must be fair between them.
    return acrossTeams(() => queueRows(leasedDelivery, statement))
  })

/** Leases this delivery now, even if its endpoint is paused or throttled. Returns null when it is not pending. */
export async function claimDelivery(teamId: string, deliveryId: string): Promise<LeasedDelivery | null> {
  const statement = (lease: LeaseInput) => claimOneStatement(teamId, deliveryId, lease)
  const [leased] = await withTrackedAttempts(1, (lease) => inTeam(teamId, () => rows(leasedDelivery, statement(lease))))
  return leased ?? null
}

/**
 * Creates attempt ids and adds them to `attemptsInFlight` before the claim is sent. Afterwards it removes the ids that
 * no returned delivery uses. If the response is lost, these are all ids, and the heartbeat releases the leases.
 */
async function withTrackedAttempts(
  count: number,
  lease: (input: LeaseInput) => Promise<LeasedDelivery[]>,
): Promise<LeasedDelivery[]> {
  const attemptIds = Array.from({ length: count }, () => newId("attempt"))
  for (const id of attemptIds) attemptsInFlight().add(id)
  const unused = new Set(attemptIds)
  try {
    const leased = await lease({ token: createLeaseToken(), attemptIds })
    for (const { attempt_id } of leased) unused.delete(attempt_id)
    return leased
  } finally {
    for (const id of unused) attemptsInFlight().delete(id)
  }
}

/** Queue rows read per endpoint to pick. More than one, because rows that another statement has locked are skipped. */
const candidatesPerPicked = 4
/**
 * How many due deliveries of an endpoint the claim searches. On a FIFO endpoint it looks for the message with the
 * lowest sequence number. On a paused or disabled endpoint it looks for deliveries that a user requested.
 */
const searchedPerEndpoint = 20

type LeaseInput = { token: string; attemptIds: string[] }
/**
 * `sharedSlots`: slots of this process that are not reserved (loop-state.ts). `isBusy`: all of them, or all fast slots,
 * are in use. Then only a team without any request in flight gets a slot, and only one.
 */
type ClaimInput = LeaseInput & { limit: number; sharedSlots: number; isBusy: boolean }

/** Leases up to `limit` due deliveries, and returns one row for each, in the order of sending. */
export const claimStatement = (input: ClaimInput): Sql => sql`
  with ${readEndpoints(input)},
  ${pickEndpoints(input)},
  ${pickDeliveries(input)},
  ${leaseDeliveries(input)},
  ${updateQueue}
  ${leasedRows} order by leased.send_order`

/** Leases this delivery for a user, even if its endpoint is paused, disabled or throttled. */
const claimOneStatement = (teamId: string, deliveryId: string, input: LeaseInput): Sql => sql`
  with due as materialized (
    select d.id, false as is_probe, 1 as send_order
    from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id and e.team_id = d.team_id and e.state <> 'deleted'
    where d.team_id = ${teamId} and d.id = ${deliveryId} and d.state = 'pending' for update of d skip locked),
  ${leaseDeliveries(input)},
  listed as (
    update endpoint_queue q set in_flight = q.in_flight || leased.id from leased where q.endpoint_id = leased.endpoint_id)
  ${leasedRows}`

/**
 * Step 1, endpoints_with_work: the endpoints with something pending or in flight (`is_active`), each with the number of
 * requests that its team has in flight. And the share that each team may have. One share stays free for the next team.
 *
 * A window function reads the rows once. A join with a sum per team would compare every pair of rows.
 */
const readEndpoints = ({ sharedSlots, isBusy }: ClaimInput) => sql`
  endpoints_with_work as materialized (
    select endpoint_id, team_id, next_due_at, last_served_at, in_flight, cardinality(in_flight) < max_in_flight as has_capacity,
      (sum(cardinality(in_flight)) over (partition by team_id))::int as team_in_flight
    from endpoint_queue where is_active),
  share as materialized (
    select case when ${isBusy}::boolean then 1
      else greatest(1, ${sharedSlots}::int / (count(distinct team_id) filter (where team_in_flight > 0)::int + 1)) end as size from endpoints_with_work)`

/**
 * Step 2, picked: due endpoints of teams below their share. `capacity`: how many requests each may get now.
 *
 * `is_throttled`: the endpoint gets no requests until `paused_until` and then continues by itself. `may_send`: the
 * state of the endpoint is `active`, so neither a user nor a failure has stopped it, and its team may send.
 *
 * If the endpoint has a limit per second, a row with a changed `in_flight` is skipped: an attempt that just ended would
 * be counted neither as in flight nor as recorded.
 */
const pickEndpoints = ({ limit }: ClaimInput) => sql`
  picked as materialized (
    select q.*, e.max_per_second, e.paused_until, e.is_fifo, e.breaker_openings > 0 as is_probe, e.state = 'active' and ${teamMaySend()} as may_send,
      e.paused_until is not null and e.paused_until > now() as is_throttled, concurrency.max_in_flight, rate.rate_capacity,
      greatest(0, least(concurrency.max_in_flight - cardinality(q.in_flight), rate.rate_capacity)) as capacity
    from (${lockFirstEndpoints(limit)}) q
    join webhook_endpoint e on e.id = q.endpoint_id and (e.max_per_second is null or q.is_unchanged) join team t on t.id = q.team_id
    cross join lateral (${maxInFlight}) concurrency
    cross join lateral (${rateCapacity}) rate)`

/**
 * Locks the queue rows of the first `limit` endpoints. Skips rows that changed after this statement started, because
 * its snapshot of the deliveries is older. The next claim takes them.
 */
const lockFirstEndpoints = (limit: number) => sql`
  select q.endpoint_id, q.team_id, q.in_flight, q.last_served_at, snapshot.team_in_flight, q.in_flight = snapshot.in_flight as is_unchanged
  from (${endpointsByRound(candidatesPerPicked * limit)}) snapshot
  join endpoint_queue q on q.endpoint_id = snapshot.endpoint_id and q.next_due_at = snapshot.next_due_at and q.last_served_at = snapshot.last_served_at
  order by snapshot.round, snapshot.last_served_at limit ${limit} for update of q skip locked`

/**
 * Due endpoints in the order in which they are served. `round` is how many requests the team would then have in flight.
 * The lowest round comes first: an endpoint of the team with the fewest requests in flight, and of its endpoints the
 * one that was served longest ago.
 */
const endpointsByRound = (limit: number) => sql`
  select *, team_in_flight + row_number() over (partition by team_id order by last_served_at) as round from endpoints_with_work
  where next_due_at <= now() and has_capacity and team_in_flight < (select size from share)
  order by round, last_served_at limit ${limit}`

const maxInFlight = sql`
  select case when e.is_fifo or e.breaker_openings > 0 then 1 else ${maxInFlightPerEndpoint}::int end as max_in_flight`

/** How many more requests the endpoint's limit per second allows now. Null without a limit. */
const rateCapacity = sql`
  select case when e.max_per_second is not null then e.max_per_second - (
    select count(*) from webhook_attempt a where a.endpoint_id = e.id and a.started_at > now() - interval '1 s') - (
    select count(*) from webhook_delivery d where d.id = any(q.in_flight) and d.updated_at > now() - interval '1 s') end as rate_capacity`

/**
 * Step 3, due: of each picked endpoint its first due deliveries, up to its capacity and to the share of its team.
 * `send_order` numbers them in the order of sending.
 */
const pickDeliveries = ({ limit }: ClaimInput) => sql`
  candidates as (${firstDeliveries} union all ${firstInOrder} union all ${userRequested}),
  due as materialized (
    select d.id, chosen.is_probe, chosen.send_order from (
      select id, is_probe, row_number() over (order by round, next_attempt_at)::int as send_order from (${candidatesByRound}) candidate
      where round <= (select size from share) order by round, next_attempt_at limit ${limit}) chosen
    join webhook_delivery d on d.id = chosen.id where d.state = 'pending' for update of d skip locked)`

/** From and where clauses for the due deliveries of an endpoint of `picked`. */
const dueOfEndpoint = sql`
  from webhook_delivery where endpoint_id = picked.endpoint_id and ${isPending()} and next_attempt_at <= now()`

/** An endpoint without order gets the deliveries that have been due for the longest time. */
const firstDeliveries = sql`
  select picked.endpoint_id, d.* from picked cross join lateral (
    select id, next_attempt_at ${dueOfEndpoint} order by next_attempt_at, id limit picked.capacity) d
  where picked.may_send and not picked.is_throttled and not picked.is_fifo`

/** A FIFO endpoint gets the message with the lowest sequence number. */
const firstInOrder = sql`
  select picked.endpoint_id, d.* from picked cross join lateral (
    select searched.id, searched.next_attempt_at from (
      select id, message_id, next_attempt_at ${dueOfEndpoint} order by next_attempt_at, id limit ${searchedPerEndpoint}) searched
    join webhook_message m on m.id = searched.message_id order by m.seq limit picked.capacity) d
  where picked.may_send and not picked.is_throttled and picked.is_fifo`

/**
 * Deliveries that a user requested (resend or test event) are sent even while their endpoint is paused or disabled. The
 * latest come first, because such a delivery has just become due.
 */
const userRequested = sql`
  select picked.endpoint_id, d.id, d.next_attempt_at from picked cross join lateral (
    select id, next_attempt_at, trigger ${dueOfEndpoint} order by next_attempt_at desc, id desc limit ${searchedPerEndpoint}) d
  where (picked.is_throttled or not picked.may_send) and d.trigger in ('manual', 'test')`

/** As in `endpointsByRound`. Every endpoint of a team gets its first delivery before another gets its second. */
const candidatesByRound = sql`
  select d.id, d.next_attempt_at, picked.is_probe and not picked.is_throttled as is_probe,
    picked.team_in_flight + row_number() over (partition by picked.team_id order by d.rank_in_endpoint, picked.last_served_at) as round
  from (select *, row_number() over (partition by endpoint_id order by next_attempt_at, id) as rank_in_endpoint from candidates) d
  join picked on picked.endpoint_id = d.endpoint_id`

/**
 * Step 4, leased: the deliveries of `due` get a lease and the attempt id at their `send_order`. No index covers the
 * changed columns, so a lease changes no index.
 */
const leaseDeliveries = ({ token, attemptIds }: LeaseInput) => sql`
  leased as (
    update webhook_delivery d set state = 'leased', lease_token = ${token}::uuid, leased_until = now() + make_interval(secs => ${deliveryLeaseSeconds}),
      attempt_id = (${attemptIds}::text[])[due.send_order], last_attempt = d.last_attempt + 1, updated_at = now()
    from due where d.id = due.id returning d.id, d.team_id, d.endpoint_id, d.message_id, d.event_type, d.trigger, d.attempts,
      d.last_attempt, d.is_retried, d.is_replayed, d.attempt_id, d.updated_at, d.lease_token, due.is_probe, due.send_order)`

/**
 * Step 5, served: the rows of the picked endpoints say what is in flight, and when the next claim serves them: at the
 * end of their throttle, when their rate allows it, or when their next delivery is due. Never, while they may not send.
 */
const updateQueue = sql`
  served as (
    update endpoint_queue q set last_served_at = clock_timestamp(), max_in_flight = p.max_in_flight, in_flight = q.in_flight || p.ids,
      next_due_at = case when not p.may_send then null when p.is_throttled then p.paused_until
        when cardinality(p.ids) >= p.rate_capacity then now() + interval '1 s' / p.max_per_second
        else (select d.next_attempt_at from webhook_delivery d where d.endpoint_id = p.endpoint_id and ${isPending(sql`d`)} and d.id <> all(p.ids)
          order by d.next_attempt_at limit 1) end
    from (select picked.*, coalesce(new_leases.ids, '{}') as ids from picked left join (
      select endpoint_id, array_agg(id) as ids from leased group by endpoint_id) new_leases on new_leases.endpoint_id = picked.endpoint_id offset 0) p
    where q.endpoint_id = p.endpoint_id)`

/** Rows of the schema in leased-delivery.ts. */
const leasedRows = sql`
  select leased.id, leased.team_id, leased.endpoint_id, leased.message_id, leased.event_type,
    case when leased.is_probe then 'probe' else leased.trigger end as trigger, leased.attempts as attempts_counted,
    leased.last_attempt as attempt_number, leased.is_retried, leased.is_replayed, leased.attempt_id, leased.updated_at as started_at,
    leased.lease_token, e.url, e.retry_profile, e.api_version, m.body, m.seq
  from leased join webhook_endpoint e on e.id = leased.endpoint_id
  join webhook_message m on m.id = leased.message_id and m.team_id = leased.team_id`
