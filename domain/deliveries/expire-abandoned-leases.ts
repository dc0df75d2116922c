/**
 * Ends the leases of ended processes, and the leases of claims whose response was lost, by setting `leased_until` to
 * the past. `releaseExpiredLeases` then makes their deliveries due. Without this, the deliveries would wait until the
 * leases expire by themselves, up to 45 s.
 */
import { z } from "zod"
import { stateByEndpoint } from "@/domain/events/delivery-permission"
import { log } from "@/domain/kernel/log"
import { livingProcessNumbers, ownProcessNumber, processOfLease } from "@/domain/kernel/process-lock"
import { batchSize, repeatInBatches } from "@/domain/kernel/repeat-in-batches"
import { inFlightWithout, leasedDeliveries, lockedQueue } from "@/domain/webhooks/endpoint-queue"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { attemptsInFlight } from "./loop-state"
import { delaysSeconds, jsonByProfile, maxAttemptsOfAnyKind } from "./retry-schedule"

/**
 * Returns the numbers of absent processes: they have leases, but do not hold their process lock. Most of them have
 * ended. A living process whose database session has just broken is also absent, for a moment. Number 0 is left out,
 * because a lease with this number names no process. It can only expire.
 */
export const absentDeliveryProcesses = async (): Promise<number[]> =>
  // Across teams: a process delivers for all teams.
  acrossTeams(async () => {
    const found = await rows(
      numberRow,
      sql`select distinct number from (${liveLeases}) lease where number not in (0, ${ownProcessNumber()}) and number not in (${livingProcessNumbers})`,
    )
    return found.map(({ number }) => number)
  })

/**
 * Ends the leases of those `processes` that are still absent, and those of this process that it does not know
 * (`unknownAttempts`). Then releases all expired leases, so that their deliveries are due. Returns the number of leases
 * that it ended. Across teams: a process delivers for all teams.
 */
export const expireAbandonedDeliveryLeases = async (processes: number[]): Promise<number> =>
  acrossTeams(async () => {
    const unknown = await unknownAttempts()
    const ended = await rows(sql`
      update webhook_delivery d set leased_until = now() - interval '1 s' from (${liveLeases}) lease
      where d.id = lease.id and d.lease_token = lease.lease_token and (lease.number = any(${processes}::int[]) and lease.number not in (${livingProcessNumbers})
        or lease.attempt_id = any(${unknown}::text[]))
      returning d.id`)
    if (ended.length > 0)
      log.warn({ deliveries: ended.length }, "ended leases whose process has ended or whose claim lost its response")
    await releaseExpiredLeases()
    return ended.length
  })

/**
 * Attempts that this process has leased but that are not in `attemptsInFlight`: the response to their claim was lost. A
 * claim adds its attempts there before it leases them. So the leases must be read before `attemptsInFlight`. Otherwise
 * a claim in between would look lost.
 */
async function unknownAttempts(): Promise<string[]> {
  const ownLeases = await rows(
    attemptIdRow,
    sql`select attempt_id from (${liveLeases}) lease where number = ${ownProcessNumber()}`,
  )
  const known = attemptsInFlight()
  return ownLeases.map(({ attempt_id }) => attempt_id).filter((id) => !known.has(id))
}

const liveLeases = sql`
  select id, lease_token, attempt_id, ${processOfLease(sql`lease_token`)} as number from ${leasedDeliveries} d where leased_until > now()`

/** Releases all expired leases. At active endpoints the deliveries are due again. Returns how many it released. */
export async function releaseExpiredLeases(): Promise<number> {
  const released = await repeatInBatches(releaseStatement())
  if (released > 0) log.warn({ deliveries: released }, "leases expired without a result")
  return released
}

/**
 * How many open deliveries, longest due first, are searched for expired leases that the endpoint queue does not list,
 * such as leases of an earlier version.
 */
const maxOldestSearched = 5_000

/**
 * Releases expired leases and notifies all processes.
 *
 * The request may have arrived, so it counts as an attempt. It may also be lost, so it never uses up the last attempt
 * of the schedule. Only after 50 attempts of any kind is the delivery exhausted.
 *
 * The delivery keeps its due time, and so its position in the queue. No further wait is added: a
 * delivery waits 30 s after an internal error, and the lease of 45 s was already longer.
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

const numberRow = z.object({ number: z.number() })
const attemptIdRow = z.object({ attempt_id: z.string() })
