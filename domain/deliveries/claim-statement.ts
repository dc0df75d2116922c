/** The statement that takes due deliveries: fair between teams, within each endpoint's limits, at the same cost however old the queue is. */
import { type Sql, sql } from "@/prisma/client"
import { leaseSeconds, leasesPerEndpoint, leasesPerTeam } from "./leased"
import { teamMaySend } from "./may-send"

/** Endpoints looked at in one claim, of each of the two kinds. */
const endpointsPerWalk = 100
/** Among so many of its due deliveries an endpoint that wants order finds the message that came first, and one that waits what a person asked for. */
const searchedPerEndpoint = 20

export type Claiming = { limit: number; after: string; token: string; attemptIds: string[] }

/**
 * Looked at are the endpoints of what fell due last, so that news waits for nothing, and in turn all that have anything pending,
 * so that nobody is forgotten. One row: the deliveries, and where the next walk begins.
 */
export const claimStatement = (claiming: Claiming): Sql => sql`
  with recursive ${walk(claiming.after)}, ${ready()}, ${candidates},
  turns as materialized (
    select * from candidate where turn <= ${leasesPerTeam} order by turn, next_attempt_at limit ${claiming.limit}),
  chosen as materialized ( -- the state is asked in a way that no partial index answers: by its id a row is found at once
    select d.id, c.is_probe, c.turn, c.next_attempt_at from turns c join webhook_delivery d on d.id = c.delivery_id
    where d.state || '' = 'pending' for update of d skip locked),
  ${lease(claiming)}
  select ${leasedJson} as leased,
    (select case when count(endpoint_id) < ${endpointsPerWalk} then '' else max(endpoint_id) end from walk) as after`

/** This one delivery, whatever its endpoint waits for: a person asked for it. */
export const claimOneStatement = (
  teamId: string,
  deliveryId: string,
  claiming: Omit<Claiming, "limit" | "after">,
): Sql => sql`
  with chosen as materialized (
    select d.id, false as is_probe, 1 as turn, d.next_attempt_at
    from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id and e.team_id = d.team_id and e.state <> 'deleted'
    where d.team_id = ${teamId} and d.id = ${deliveryId} and d.state = 'pending' for update of d skip locked),
  ${lease(claiming)}
  select ${leasedJson} as leased`

/** From one endpoint to the next in the index of what is pending: a step costs the same whatever waits for each. */
const walk = (after: string) => sql`
  walk as (
    (select endpoint_id, 1 as step from webhook_delivery where state = 'pending' and endpoint_id > ${after} order by endpoint_id limit 1)
    union all
    select (select d.endpoint_id from webhook_delivery d where d.state = 'pending' and d.endpoint_id > w.endpoint_id
      order by d.endpoint_id limit 1), w.step + 1
    from walk w where w.endpoint_id is not null and w.step < ${endpointsPerWalk}),
  latest as (
    select endpoint_id from webhook_delivery where state = 'pending' and next_attempt_at <= now()
    order by next_attempt_at desc limit ${endpointsPerWalk})`

/** With how many more requests each takes; behind an open breaker that is one. Not open: paused, disabled, or waiting. */
const ready = () => sql`
  busy as materialized (
    select endpoint_id, team_id, count(*) as leases, count(*) filter (where updated_at > now() - interval '1 s') as new_leases
    from webhook_delivery where state = 'leased' group by endpoint_id, team_id),
  busy_team as materialized (select team_id, sum(leases) as leases from busy group by team_id),
  ready as materialized (
    select e.*, least(case when e.is_fifo or e.is_probe then 1 else ${leasesPerEndpoint} end - coalesce(b.leases, 0),
        case when e.max_per_second is not null then e.max_per_second - coalesce(b.new_leases, 0) - (
          select count(*) from webhook_attempt a where a.endpoint_id = e.id and a.started_at > now() - interval '1 s') end) as room,
      coalesce(o.leases, 0) as team_leases
    from (select endpoint_id from walk union select endpoint_id from latest) s
      cross join lateral (
        select e.id, e.team_id, e.is_fifo, e.max_per_second, e.breaker_openings > 0 as is_probe,
          e.state = 'active' and (e.paused_until is null or e.paused_until <= now()) as is_open
        from webhook_endpoint e where e.id = s.endpoint_id and e.state <> 'deleted'
          and (select ${teamMaySend()} from team t where t.id = e.team_id) offset 0) e
      left join busy b on b.endpoint_id = e.id left join busy_team o on o.team_id = e.team_id)`

/**
 * What each may send, in the order in which its team takes turns with the others; a team that has much under way comes later.
 * What a person asked for goes out at once, also to an endpoint that is not open.
 */
const candidates = sql`
  candidate as (
    select r.is_probe, d.id as delivery_id, d.next_attempt_at,
      r.team_leases + row_number() over (partition by r.team_id order by d.next_attempt_at, d.id) as turn
    from ready r cross join lateral (
      (select d.id, d.next_attempt_at from webhook_delivery d
        where not r.is_fifo and d.endpoint_id = r.id and d.state = 'pending' and d.next_attempt_at <= now()
        order by d.next_attempt_at, d.id limit r.room)
      union all
      (select w.id, w.next_attempt_at from (
          select d.id, d.message_id, d.next_attempt_at from webhook_delivery d
          where r.is_fifo and d.endpoint_id = r.id and d.state = 'pending' and d.next_attempt_at <= now()
          order by d.next_attempt_at, d.id limit ${searchedPerEndpoint}) w
        join webhook_message m on m.id = w.message_id order by m.seq limit r.room)) d
    where r.is_open and r.room > 0
    union all
    select false, d.id, d.next_attempt_at, 0
    from ready r cross join lateral (
      select id, trigger, next_attempt_at from webhook_delivery
      where endpoint_id = r.id and state = 'pending' and next_attempt_at <= now() order by next_attempt_at desc, id desc limit ${searchedPerEndpoint}) d
    where not r.is_open and d.trigger in ('manual', 'test'))`

/** Takes what was chosen. Of an attempt under way nothing is written but this. */
const lease = ({ token, attemptIds }: Pick<Claiming, "token" | "attemptIds">) => sql`
  numbered as materialized (select *, row_number() over (order by turn, next_attempt_at) as place from chosen),
  leased as (
    update webhook_delivery d set state = 'leased', lease_token = ${token}::uuid, leased_until = now() + make_interval(secs => ${leaseSeconds}),
      attempt_id = (${attemptIds}::text[])[c.place], last_attempt = d.last_attempt + 1, updated_at = now()
    from numbered c where d.id = c.id returning d.*, c.is_probe, c.place)`

const leasedJson = sql`(
  select coalesce(json_agg(json_build_object('id', l.id, 'team_id', l.team_id, 'endpoint_id', l.endpoint_id, 'message_id', l.message_id,
    'event_type', l.event_type, 'trigger', case when l.is_probe then 'probe' else l.trigger end, 'attempts', l.attempts,
    'last_attempt', l.last_attempt, 'is_retried', l.is_retried, 'is_replayed', l.is_replayed, 'attempt_id', l.attempt_id,
    'started_at', l.updated_at, 'lease_token', l.lease_token, 'url', e.url, 'retry_profile', e.retry_profile, 'api_version', e.api_version,
    'body', m.body, 'seq', m.seq) order by l.place), '[]')
  from leased l join webhook_endpoint e on e.id = l.endpoint_id join webhook_message m on m.id = l.message_id and m.team_id = l.team_id)`
