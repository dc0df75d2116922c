/**
 * Builds the statement that leases due deliveries. It is fair between teams, respects the limits of each endpoint, and costs
 * the same however old the queue is.
 */

import { ownNumber } from "@/domain/kernel/lease-holder"
import { type Sql, sql } from "@/prisma/client"
import { leaseSeconds, leasesPerEndpoint, leasesPerTeam } from "./leased"
import { leasedDeliveries } from "./leases"
import { teamMaySend } from "./may-send"
import { isPending } from "./pending"
import type { UnderWay } from "./under-way"

/** Every claim looks at the newest due deliveries and their endpoints: at most this many deliveries, due for at most `latestSeconds`. */
const latestLookedAt = 100
const latestSeconds = 10
/**
 * How many due deliveries of an endpoint the claim searches. On a FIFO endpoint it looks for the message with the lowest
 * sequence number. On a paused or disabled endpoint it looks for deliveries that a person requested.
 */
const searchedPerEndpoint = 20

/** `underWay`: what this process has in flight. */
type Leasing = { token: string; attemptIds: string[]; underWay: UnderWay }
/** Which endpoints the claim looks at, in addition to those of the newest due deliveries. */
export type Looking = { endpoints: number; after: string } | { from: Record<string, string> }
export type Claiming = Leasing & { limit: number; looking: Looking }

/**
 * Leases up to `limit` due deliveries. The claim always looks at the endpoints of the newest due deliveries, so that new events
 * go out at once. In addition it looks at one of two sets. A walk visits the next `endpoints` endpoints with open deliveries,
 * `after` the given id, so that every endpoint gets its turn. `from` names endpoints, each with the due time at which to start.
 *
 * The start time matters for speed. Deliveries that left the queue stay in its index until Postgres vacuums them, which can
 * take minutes. Walking past them takes longer than the rest of the claim.
 *
 * Returns one row per delivery, in no order. After a walk, one row also lists the endpoints that the walk has seen. If nothing
 * was leased, that row has no delivery.
 */
export const claimStatement = (claiming: Claiming): Sql => sql`
  with recursive ${"from" in claiming.looking ? named(claiming.looking) : walk(claiming.looking)}, ${ready(claiming)}, ${candidates},
  turns as materialized (
    select tid, is_probe, row_number() over (order by turn, next_attempt_at)::int as place
    from candidate where turn <= ${leasesPerTeam} order by turn, next_attempt_at limit ${claiming.limit}),
  chosen as materialized (
    select d.ctid as tid, c.is_probe, c.place from turns c join webhook_delivery d on d.ctid = c.tid
    where d.state = 'pending' for update of d skip locked),
  ${lease(claiming)}
  select case when l.place is null or l.place = (select min(place) from leased) then s.endpoints end as seen, l.*
  from seen s left join (${leasedRows}) l on true`

/** Leases this delivery for a person, even if its endpoint is paused, disabled or throttled. */
export const claimOneStatement = (teamId: string, deliveryId: string, claiming: Leasing): Sql => sql`
  with chosen as materialized (
    select d.ctid as tid, false as is_probe, 1 as place
    from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id and e.team_id = d.team_id and e.state <> 'deleted'
    where d.team_id = ${teamId} and d.id = ${deliveryId} and d.state = 'pending' for update of d skip locked),
  ${lease(claiming)}
  ${leasedRows}`

/**
 * Jumps from the first open delivery of one endpoint to that of the next. A step costs the same however many deliveries an
 * endpoint has.
 */
const walk = ({ after, endpoints }: { after: string; endpoints: number }) => sql`
  looked as (
    (select endpoint_id, next_attempt_at as due_from, 1 as step from webhook_delivery
      where phase = 'open' and endpoint_id > ${after} order by endpoint_id, next_attempt_at limit 1)
    union all
    select d.*, l.step + 1 from looked l cross join lateral (
      select endpoint_id, next_attempt_at from webhook_delivery
      where phase = 'open' and endpoint_id > l.endpoint_id order by endpoint_id, next_attempt_at limit 1) d
    where l.step < ${endpoints}),
  seen as (select coalesce(json_agg(json_build_array(endpoint_id, due_from)), '[]') as endpoints from looked)`

const named = ({ from }: { from: Record<string, string> }) => sql`
  looked as (select key as endpoint_id, value::timestamptz as due_from from jsonb_each_text(${JSON.stringify(from)}::jsonb)),
  seen as (select null::json as endpoints)`

/**
 * The endpoints to look at. `room` is how many more requests each may get: at most one for a FIFO endpoint and behind an open
 * breaker. `is_open` is false for an endpoint that is paused, disabled or waiting.
 *
 * This process passes the counts of its in-flight requests. Counts are looked up in JSON objects, because a join of a hundred
 * counts with a hundred endpoints compares every pair. A FIFO endpoint gets its next message only after the previous result is
 * written; a response alone is not enough.
 */
const ready = ({ underWay: { endpoints, teams } }: Pick<Claiming, "underWay">) => sql`
  latest as (
    select endpoint_id from webhook_delivery
    where ${isPending()} and next_attempt_at between now() - make_interval(secs => ${latestSeconds}) and now()
    order by next_attempt_at desc limit ${latestLookedAt}),
  others as materialized ( -- in two ranges, so that the index of holders leads past all that is or was our own
    select endpoint_id, team_id, sum(leases) as leases from (
      select endpoint_id, team_id, count(*) as leases from ${leasedDeliveries} l where holder < ${ownNumber()} group by endpoint_id, team_id
      union all
      select endpoint_id, team_id, count(*) from ${leasedDeliveries} l where holder > ${ownNumber()} group by endpoint_id, team_id) o
    group by endpoint_id, team_id),
  latest_second as materialized (
    select endpoint_id, count(*) as leases from ${leasedDeliveries} l where updated_at > now() - interval '1 s' group by endpoint_id),
  under_way as materialized (
    select ${JSON.stringify(endpoints)}::jsonb as own, ${JSON.stringify(teams)}::jsonb as own_by_team,
      (select jsonb_object_agg(endpoint_id, leases) from others) as others,
      (select jsonb_object_agg(team_id, leases) from (select team_id, sum(leases) as leases from others group by team_id) b) as others_by_team),
  ready as materialized (
    select e.*, s.due_from,
      coalesce((u.own_by_team -> e.team_id)::int, 0) + coalesce((u.others_by_team -> e.team_id)::int, 0) as team_leases,
      least(case when e.is_fifo or e.is_probe then 1 - coalesce((u.own -> e.id -> 1)::int, 0) else ${leasesPerEndpoint} - coalesce((u.own -> e.id -> 0)::int, 0) end
          - coalesce((u.others -> e.id)::int, 0),
        case when e.max_per_second is not null then e.max_per_second - coalesce((select s.leases from latest_second s where s.endpoint_id = e.id), 0) - (
          select count(*) from webhook_attempt a where a.endpoint_id = e.id and a.started_at > now() - interval '1 s') end) as room
    from (select endpoint_id, due_from from looked union all
        select distinct endpoint_id, '-infinity'::timestamptz from latest where endpoint_id not in (select endpoint_id from looked)) s
      cross join lateral (
        select e.id, e.team_id, e.is_fifo, e.max_per_second, e.breaker_openings > 0 as is_probe,
          e.state = 'active' and (e.paused_until is null or e.paused_until <= now()) as is_open
        from webhook_endpoint e where e.id = s.endpoint_id and e.state <> 'deleted'
          and (select ${teamMaySend()} from team t where t.id = e.team_id) offset 0) e
      cross join under_way u)`

/**
 * Deliveries that each endpoint may get, in the round-robin order of its team. A team with many requests in flight comes later.
 * Deliveries that a person requested go out at once, even if the endpoint is not open.
 */
const candidates = sql`
  waiting as (
    select r.team_id, r.team_leases, r.is_probe, d.*
    from ready r cross join lateral (
      select ctid as tid, id, next_attempt_at from webhook_delivery
      where endpoint_id = r.id and ${isPending()} and next_attempt_at between r.due_from and now()
      order by next_attempt_at, id limit r.room) d
    where r.is_open and r.room > 0 and not r.is_fifo
    union all
    select r.team_id, r.team_leases, r.is_probe, d.*
    from ready r cross join lateral (
      select w.tid, w.id, w.next_attempt_at from (
        select ctid as tid, id, message_id, next_attempt_at from webhook_delivery
        where endpoint_id = r.id and ${isPending()} and next_attempt_at <= now()
        order by next_attempt_at, id limit ${searchedPerEndpoint}) w
      join webhook_message m on m.id = w.message_id order by m.seq limit r.room) d
    where r.is_open and r.room > 0 and r.is_fifo),
  candidate as (
    select tid, is_probe, next_attempt_at, team_leases + row_number() over (partition by team_id order by next_attempt_at, id) as turn
    from waiting
    union all
    select d.tid, false, d.next_attempt_at, 0
    from ready r cross join lateral (
      select ctid as tid, trigger, next_attempt_at from webhook_delivery
      where endpoint_id = r.id and ${isPending()} and next_attempt_at <= now() order by next_attempt_at desc, id desc limit ${searchedPerEndpoint}) d
    where not r.is_open and d.trigger in ('manual', 'test'))`

/**
 * Leases the chosen deliveries and lists them in webhook_claim. No index covers the changed columns. Nothing else is written
 * about an attempt while it is in flight.
 */
const lease = ({ token, attemptIds, underWay: { over, kept } }: Leasing) => sql`
  leased as (
    update webhook_delivery d set state = 'leased', lease_token = ${token}::uuid, leased_until = now() + make_interval(secs => ${leaseSeconds}),
      attempt_id = (${attemptIds}::text[])[c.place], last_attempt = d.last_attempt + 1, updated_at = now()
    from chosen c where d.ctid = c.tid returning d.id, d.team_id, d.endpoint_id, d.message_id, d.event_type, d.trigger, d.attempts,
      d.last_attempt, d.is_retried, d.is_replayed, d.attempt_id, d.updated_at, d.lease_token, d.next_attempt_at, c.is_probe, c.place),
  listed as (
    insert into webhook_claim (token, holder, delivery_ids) select ${token}::uuid, ${ownNumber()}, ids from (
      select array(select id from leased) || ${[...kept.values()]}::text[] as ids) l where cardinality(ids) > 0),
  over as (delete from webhook_claim where token = any(${over}::uuid[]))`

/** Rows of the type in leased.ts. */
const leasedRows = sql`
  select l.id, l.team_id, l.endpoint_id, l.message_id, l.event_type, case when l.is_probe then 'probe' else l.trigger end as trigger, l.attempts,
    l.last_attempt, l.is_retried, l.is_replayed, l.attempt_id, l.updated_at as started_at, l.lease_token, e.url, e.retry_profile, e.api_version,
    m.body, m.seq, l.next_attempt_at as due_at, l.place
  from leased l join webhook_endpoint e on e.id = l.endpoint_id join webhook_message m on m.id = l.message_id and m.team_id = l.team_id`
