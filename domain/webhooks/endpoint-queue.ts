/**
 * The endpoint queue: one row per endpoint that says when the next claim serves it and what is in flight to it. Its
 * columns are in docs/delivery.md. `is_active`: something is pending or in flight, in any state of the endpoint.
 *
 * `next_due_at` may be too early, never too late. A statement that makes a delivery due or ends a throttle notifies
 * (`notifyDue`), and the notified process sets the row to now (`wakeEndpoints`). Only the claim moves a row to a later
 * time.
 *
 * `in_flight` lists the leased deliveries. The claim adds them. A statement that releases leases locks the rows last
 * (`lockedQueue`) and removes the deliveries (`inFlightWithout`).
 *
 * If a notification is lost or a process of another version does not follow these rules, `repairQueue` corrects the
 * rows. The sweep calls it every minute.
 */
import { z } from "zod"
import { countRow } from "@/domain/kernel/rows"
import { acrossTeams, queueRows, rows, type Sql, sql } from "@/prisma/client"

/**
 * True for deliveries that wait to be sent, now or later, and that no process has leased. Checks both columns: the
 * queue's index has only `phase`, so that a lease does not change the index.
 */
export const isPending = (delivery = sql`webhook_delivery`): Sql =>
  sql`(${delivery}.phase = 'open' and ${delivery}.state = 'pending')`

/**
 * The leased deliveries of all processes, for a from clause. `offset 0` forces a lookup by id, because Postgres plans
 * badly for short tables.
 */
export const leasedDeliveries = sql`(
  select d.* from endpoint_queue q cross join unnest(q.in_flight) as listed(id) cross join lateral (
    select * from webhook_delivery where id = listed.id and state = 'leased' offset 0) d where q.is_active)`

/**
 * Notifies every process, when the transaction commits, that the endpoint has deliveries to send. Each notified process
 * sets `next_due_at` of the endpoint's queue row to now (docs/delivery.md).
 */
export const notifyDue = (endpointId: string): Sql => sql`select pg_notify('webhook_due', ${endpointId})::text`

/**
 * Makes the next claim serve these endpoints. Updates rows even if they are already due, so that a claim in progress
 * sees them as changed and leaves them to the next claim. Across teams: a process delivers for all teams.
 */
export async function wakeEndpoints(endpointIds: string[]): Promise<void> {
  await acrossTeams(() =>
    rows(sql`with ${lockedQueue(sql`${endpointIds}::text[]`)}
      update endpoint_queue q set next_due_at = now() from locked_queue where q.endpoint_id = locked_queue.endpoint_id`),
  )
}

/** Locks the rows of these endpoints in the order of their ids, so that two statements never wait for each other. */
export const lockedQueue = (endpointIds: Sql): Sql => sql`locked_queue as materialized (
  select endpoint_id from endpoint_queue where endpoint_id = any(${endpointIds}) order by endpoint_id for no key update)`

/** `in_flight` of row `q` without these deliveries. */
export const inFlightWithout = (deliveryIds: Sql): Sql =>
  sql`array(select id from unnest(q.in_flight) as id where id <> all(${deliveryIds}))`

/**
 * When the next claim can lease something, or null when nothing waits. Leaves out endpoints at their limit of requests
 * in flight, because the end of a request notifies the loop. Across teams: a process delivers for all teams.
 */
export async function nextDueAt(): Promise<string | null> {
  const [next] = await acrossTeams(() =>
    rows(
      nextDueRow,
      sql`select min(next_due_at) as next_due_at from endpoint_queue where is_active and cardinality(in_flight) < max_in_flight`,
    ),
  )
  return next?.next_due_at ?? null
}

/**
 * Corrects rows that disagree with the deliveries that exist: after a lost notification, and after a process of another
 * version. Returns how many it corrected. Uses queueRows: with the default planner settings, Postgres can read a new
 * backlog once per endpoint. Across teams: a process delivers for all teams.
 */
export const repairQueue = async (): Promise<number> =>
  acrossTeams(async () => {
    const [late] = await queueRows(countRow, correctLateRows)
    const [released] = await queueRows(countRow, removeReleasedLeases)
    return (late?.count ?? 0) + (released?.count ?? 0)
  })

/**
 * Sets `next_due_at` to the endpoint's first pending delivery where it is later or missing. Reads one delivery per
 * endpoint (a loose index scan), so the cost does not depend on the backlog.
 */
const correctLateRows = sql`
  with recursive pending as (
    (select endpoint_id, next_attempt_at from webhook_delivery where ${isPending()} order by endpoint_id, next_attempt_at limit 1)
    union all
    select d.* from pending p cross join lateral (
      select endpoint_id, next_attempt_at from webhook_delivery
      where ${isPending()} and endpoint_id > p.endpoint_id order by endpoint_id, next_attempt_at limit 1) d),
  ${lockedQueue(sql`array(select p.endpoint_id from pending p join endpoint_queue q on q.endpoint_id = p.endpoint_id
    where q.next_due_at is null or q.next_due_at > p.next_attempt_at)`)},
  corrected as (
    update endpoint_queue q set next_due_at = p.next_attempt_at from pending p join locked_queue on locked_queue.endpoint_id = p.endpoint_id
    where q.endpoint_id = p.endpoint_id and (q.next_due_at is null or q.next_due_at > p.next_attempt_at) returning 1)
  select count(*) as count from corrected`

/**
 * Removes deliveries from `in_flight` that are not leased any more. Each statement that releases a lease does the same.
 * This one finds the entries that a process of another version left, and those of deleted deliveries.
 */
const removeReleasedLeases = sql`
  with released as materialized (
    select q.endpoint_id, array_agg(listed.id) as ids from endpoint_queue q cross join unnest(q.in_flight) as listed(id)
    where q.is_active and not exists (select from webhook_delivery d where d.id = listed.id and d.state = 'leased')
    group by q.endpoint_id),
  ${lockedQueue(sql`array(select endpoint_id from released)`)},
  corrected as (
    update endpoint_queue q set in_flight = ${inFlightWithout(sql`released.ids`)}
    from released join locked_queue on locked_queue.endpoint_id = released.endpoint_id where q.endpoint_id = released.endpoint_id returning 1)
  select count(*) as count from corrected`

const nextDueRow = z.object({ next_due_at: z.string().nullable() })
