/**
 * Repairs what killed processes and races leave behind: expired leases, pending deliveries of endpoints that may get no
 * requests, and rows of the endpoint queue that disagree with the deliveries.
 */
import { stateByEndpoint, teamMaySend } from "@/domain/events/delivery-permission"
import { contentDays } from "@/domain/events/retention"
import { log } from "@/domain/kernel/log"
import { batchSize, repeatInBatches } from "@/domain/kernel/repeat-in-batches"
import {
  inFlightWithout,
  isPending,
  leasedDeliveries,
  lockedQueue,
  repairQueue,
} from "@/domain/webhooks/endpoint-queue"
import { sql } from "@/prisma/client"
import { delaysSeconds, jsonByProfile } from "./retry-schedule"

/**
 * How many open deliveries, longest due first, are searched for expired leases that the endpoint queue does not list,
 * such as leases of an earlier version.
 */
const maxOldestSearched = 5_000
/** Maximum attempts of any kind after a lost lease. Stops a message that crashes each process that sends it. */
const maxAttemptsOfAnyKind = 50

export type SweepCounts = {
  /** Deliveries whose lease had expired. */
  released: number
  /** Deliveries that were held or canceled because their endpoint may get no requests. */
  stopped: number
}

/** Runs all repairs once. */
export async function sweep(): Promise<SweepCounts> {
  const released = await releaseExpiredLeases()
  const stopped = await repeatInBatches(stopStatement())
  await repairQueue()
  if (stopped > 0) log.info({ stopped }, "the sweep stopped deliveries of endpoints that are not sent to")
  return { released, stopped }
}

/** Releases expired leases. At active endpoints the deliveries are due again. Returns how many leases it released. */
export async function releaseExpiredLeases(): Promise<number> {
  const released = await repeatInBatches(releaseStatement())
  if (released > 0) log.warn({ deliveries: released }, "leases expired without a result")
  return released
}

/**
 * Expires held deliveries that were created more than 30 days ago, because their content is then deleted. Returns how
 * many expired.
 */
export const expireHeldDeliveries = (): Promise<number> =>
  repeatInBatches(sql`
    with old as (select id from webhook_delivery where phase = 'held' and created_at < now() - make_interval(days => ${contentDays})
      limit ${batchSize} for update skip locked),
    expired as (update webhook_delivery d set state = 'expired', ended_at = now(), updated_at = now() from old where d.id = old.id returning 1)
    select count(*) as count from expired`)

/**
 * Releases expired leases, so that their deliveries are due again. Notifies all processes.
 *
 * The request may have arrived, so it counts as an attempt. It may also be lost, so it never uses up the last attempt
 * of the schedule. Only after 50 attempts of any kind is the delivery exhausted.
 *
 * The delivery keeps its due time, and so its position in the queue. No further wait is added, because the lease of 45
 * s was already longer than the 30 s that a delivery waits after an internal error.
 *
 * `on conflict do nothing`: earlier versions inserted the attempt when it started.
 */
const releaseStatement = () => sql`
  with listed as (select id from ${leasedDeliveries} d where leased_until < now() limit ${batchSize}),
  oldest as (
    select id from (select id, state, leased_until from webhook_delivery where phase = 'open' and next_attempt_at < now()
      order by next_attempt_at limit ${maxOldestSearched}) d where state = 'leased' and leased_until < now()),
  expired as materialized (
    select d.* from (select id from listed union select id from oldest limit ${batchSize}) found cross join lateral (
      select id, endpoint_id, updated_at from webhook_delivery where id = found.id and state = 'leased' and leased_until < now() for update skip locked) d),
  released as (
    update webhook_delivery d set lease_token = null, leased_until = null, updated_at = now(),
      state = case when d.last_attempt >= ${maxAttemptsOfAnyKind} then 'exhausted' else ${stateByEndpoint} end,
      ended_at = case when e.state = 'deleted' or d.last_attempt >= ${maxAttemptsOfAnyKind} then now() end,
      next_attempt_at = case when e.state = 'active' and d.last_attempt < ${maxAttemptsOfAnyKind} then d.next_attempt_at end,
      attempts = greatest(d.attempts, least(d.attempts + 1, (${attemptsByProfile()}::jsonb ->> e.retry_profile)::int - 1))
    from expired, webhook_endpoint e where d.id = expired.id and e.id = d.endpoint_id
    returning d.*, e.url, expired.updated_at as started_at),
  unknown as (
    insert into webhook_attempt (id, team_id, delivery_id, endpoint_id, message_id, event_type, number, trigger, state, url, started_at, ended_at)
    select attempt_id, team_id, id, endpoint_id, message_id, event_type, last_attempt, trigger, 'unknown', url, started_at, now()
    from released where attempt_id is not null on conflict do nothing),
  ${lockedQueue(sql`array(select distinct endpoint_id from expired)`)},
  queue as (
    update endpoint_queue q set in_flight = ${inFlightWithout(sql`array(select id from expired)`)}, next_due_at = now()
    from locked_queue where q.endpoint_id = locked_queue.endpoint_id returning pg_notify('webhook_due', q.endpoint_id))
  select count(*) as count from released`

const attemptsByProfile = () => jsonByProfile((profile) => delaysSeconds(profile).length)

/**
 * Holds the deliveries of suspended teams, and holds or cancels those that were published or retried while their
 * endpoint was being paused or deleted, or their team's plan ended. Manual and test deliveries are still sent, unless
 * the endpoint is deleted.
 */
const stopStatement = () => sql`
  with unsendable as materialized (
    select d.id from webhook_endpoint e join team t on t.id = e.team_id cross join lateral (
      select d.id, d.trigger from webhook_delivery d where d.endpoint_id = e.id and ${isPending(sql`d`)}
      limit ${batchSize} for update skip locked) d
    where (e.state <> 'active' or not ${teamMaySend()}) and (d.trigger not in ('manual', 'test') or e.state = 'deleted') limit ${batchSize}),
  stopped as (
    update webhook_delivery d set next_attempt_at = null, updated_at = now(),
      state = case when e.state = 'deleted' then 'cancelled' else 'held' end, ended_at = case when e.state = 'deleted' then now() end
    from unsendable, webhook_endpoint e where d.id = unsendable.id and e.id = d.endpoint_id returning d.id)
  select count(*) as count from stopped`
