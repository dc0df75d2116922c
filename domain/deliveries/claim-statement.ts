/** The statement that takes due deliveries: fair between teams, within each endpoint's limits, at the same cost however old the queue is. */
import { type Sql, sql } from "@/prisma/client"
import { leaseSeconds, leasesPerEndpoint, leasesPerTeam } from "./leased"
import { teamMaySend } from "./may-send"

/** Of so many deliveries that fell due last the endpoints are looked at. */
const latestLookedAt = 100
/** Among so many of its due deliveries an endpoint that wants order finds the message that came first, and one that waits what a person asked for. */
const searchedPerEndpoint = 20

/** Looked at are `endpoints` after the one named `after`, beside those of what fell due last; `answered`: attempts, as in unwritten.ts. */
export type Claiming = {
  limit: number
  after: string
  endpoints: number
  answered: string[]
  token: string
  attemptIds: string[]
}

/**
 * Looked at are the endpoints of what fell due last, so that news waits for nothing, and in turn all that have anything pending,
 * so that nobody is forgotten. A row for each delivery, with where the next walk begins; without a delivery, one that says only that.
 */
export const claimStatement = (claiming: Claiming): Sql => sql`
  with recursive ${walk(claiming)}, ${ready(claiming)}, ${candidates},
  turns as materialized (
    select * from candidate where turn <= ${leasesPerTeam} order by turn, next_attempt_at limit ${claiming.limit}),
  chosen as materialized ( -- the state is asked in a way that no partial index answers: by its place a row is found at once
    select d.ctid as tid, c.is_probe, c.turn, c.next_attempt_at from turns c join webhook_delivery d on d.ctid = c.tid
    where d.state || '' = 'pending' for update of d skip locked),
  ${lease(claiming)}
  select w.after, l.* from (
    select case when count(endpoint_id) < ${claiming.endpoints} then '' else max(endpoint_id) end as after from walk) w
  left join (${leasedRows}) l on true`

/** This one delivery, whatever its endpoint waits for: a person asked for it. */
export const claimOneStatement = (
  teamId: string,
  deliveryId: string,
  claiming: Pick<Claiming, "token" | "attemptIds">,
): Sql => sql`
  with chosen as materialized (
    select d.ctid as tid, false as is_probe, 1 as turn, d.next_attempt_at
    from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id and e.team_id = d.team_id and e.state <> 'deleted'
    where d.team_id = ${teamId} and d.id = ${deliveryId} and d.state = 'pending' for update of d skip locked),
  ${lease(claiming)}
  ${leasedRows}`

/** From one endpoint to the next in the index of what is pending: a step costs the same whatever waits for each. */
const walk = ({ after, endpoints }: Pick<Claiming, "after" | "endpoints">) => sql`
  walk as (
    (select endpoint_id, 1 as step from webhook_delivery where state = 'pending' and endpoint_id > ${after} order by endpoint_id limit 1)
    union all
    select (select d.endpoint_id from webhook_delivery d where d.state = 'pending' and d.endpoint_id > w.endpoint_id
      order by d.endpoint_id limit 1), w.step + 1
    from walk w where w.endpoint_id is not null and w.step < ${endpoints}),
  latest as (
    select endpoint_id from webhook_delivery where state = 'pending' and next_attempt_at <= now()
    order by next_attempt_at desc limit ${latestLookedAt})`

/**
 * With how many more requests each takes; behind an open breaker that is one. Not open: paused, disabled, or waiting. What is under way
 * is counted once, and looked up in an object: joining a hundred counts to a hundred endpoints compares each with each. Who wants order
 * gets the next message once the one before is written, not only answered.
 */
const ready = ({ answered }: Pick<Claiming, "answered">) => sql`
  busy as materialized (
    select endpoint_id, team_id, count(*) as leases from webhook_delivery
    where state = 'leased' and (attempt_id in (select unnest(${answered}::text[]))) is not true group by endpoint_id, team_id),
  under_way as materialized (
    select (select jsonb_object_agg(endpoint_id, leases) from busy) as by_endpoint,
      (select jsonb_object_agg(team_id, leases) from (select team_id, sum(leases) as leases from busy group by team_id) b) as by_team),
  ready as materialized (
    select e.*, coalesce((u.by_team -> e.team_id)::int, 0) as team_leases,
      least(case when e.is_fifo or e.is_probe then 1 - (
          select count(*) from webhook_delivery d where d.endpoint_id = e.id and d.state = 'leased')
        else ${leasesPerEndpoint} - coalesce((u.by_endpoint -> e.id)::int, 0) end,
        case when e.max_per_second is not null then e.max_per_second - (
          select count(*) from webhook_delivery d where d.endpoint_id = e.id and d.state = 'leased' and d.updated_at > now() - interval '1 s') - (
          select count(*) from webhook_attempt a where a.endpoint_id = e.id and a.started_at > now() - interval '1 s') end) as room
    from (select endpoint_id from walk union select endpoint_id from latest) s
      cross join lateral (
        select e.id, e.team_id, e.is_fifo, e.max_per_second, e.breaker_openings > 0 as is_probe,
          e.state = 'active' and (e.paused_until is null or e.paused_until <= now()) as is_open
        from webhook_endpoint e where e.id = s.endpoint_id and e.state <> 'deleted'
          and (select ${teamMaySend()} from team t where t.id = e.team_id) offset 0) e
      cross join under_way u)`

/**
 * What each may send, in the order in which its team takes turns with the others; a team that has much under way comes later.
 * What a person asked for goes out at once, also to an endpoint that is not open.
 */
const candidates = sql`
  waiting as (
    select r.team_id, r.team_leases, r.is_probe, d.*
    from ready r cross join lateral (
      select ctid as tid, id, next_attempt_at from webhook_delivery
      where endpoint_id = r.id and state = 'pending' and next_attempt_at <= now() order by next_attempt_at, id limit r.room) d
    where r.is_open and r.room > 0 and not r.is_fifo
    union all
    select r.team_id, r.team_leases, r.is_probe, d.*
    from ready r cross join lateral (
      select w.tid, w.id, w.next_attempt_at from (
        select ctid as tid, id, message_id, next_attempt_at from webhook_delivery
        where endpoint_id = r.id and state = 'pending' and next_attempt_at <= now()
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
      where endpoint_id = r.id and state = 'pending' and next_attempt_at <= now() order by next_attempt_at desc, id desc limit ${searchedPerEndpoint}) d
    where not r.is_open and d.trigger in ('manual', 'test'))`

/** Takes what was chosen. Of an attempt under way nothing is written but this. */
const lease = ({ token, attemptIds }: Pick<Claiming, "token" | "attemptIds">) => sql`
  numbered as materialized (select *, row_number() over (order by turn, next_attempt_at) as place from chosen),
  leased as (
    update webhook_delivery d set state = 'leased', lease_token = ${token}::uuid, leased_until = now() + make_interval(secs => ${leaseSeconds}),
      attempt_id = (${attemptIds}::text[])[c.place], last_attempt = d.last_attempt + 1, updated_at = now()
    from numbered c where d.ctid = c.tid returning d.*, c.is_probe, c.place)`

/** As in leased.ts. */
const leasedRows = sql`
  select l.id, l.team_id, l.endpoint_id, l.message_id, l.event_type, case when l.is_probe then 'probe' else l.trigger end as trigger, l.attempts,
    l.last_attempt, l.is_retried, l.is_replayed, l.attempt_id, l.updated_at as started_at, l.lease_token, e.url, e.retry_profile, e.api_version,
    m.body, m.seq
  from leased l join webhook_endpoint e on e.id = l.endpoint_id join webhook_message m on m.id = l.message_id and m.team_id = l.team_id
  order by l.place`
