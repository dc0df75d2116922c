/** The one statement that writes what came of attempts: only where the lease still stands, and with all that follows for their endpoints. */
import { type Sql, sql } from "@/prisma/client"
import { notices, touched, verdicts } from "./endpoint-health"
import { landing } from "./may-send"

/** So many waiting deliveries of an endpoint that is given up become held here; the sweeper takes the others. */
const mostHeldAtOnce = 1_000

/** `haveAllArrived`: every one with a 2xx. `noticeIds`: one for each endpoint in that case, else four. */
type Recording = { resultsJson: string; noticeIds: string[]; haveAllArrived: boolean }

/** Returns one row: the deliveries written, and the endpoints that this disabled. */
export const recordStatement = ({ resultsJson, noticeIds, haveAllArrived }: Recording): Sql => sql`
  with result as materialized (select * from json_to_recordset(${resultsJson}::json) as r(${resultColumns})),
  ${touched}, ${haveAllArrived ? arrived : live}, ${verdicts()}, ${notices(noticeIds)}, ${haveAllArrived ? written : deliveries}, ${attempts}, ${heldBack}
  select (select coalesce(json_agg(id), '[]') from delivery) as written,
    (select coalesce(json_agg(json_build_object('id', v.id, 'team_id', v.team_id, 'team_slug', t.slug, 'url', v.url, 'description', v.description,
      'state', v.next_state, 'reason', n.detail, 'first_failure_at', v.failing_since, 'failure_count', v.failed_attempts)), '[]')
      from verdict v join team t on t.id = v.team_id join told n on n.id = v.id and n.kind in ('disabled', 'gone')) as disabled`

const resultColumns = sql`id text, endpoint_id text, attempt_id text, lease_token uuid, kind text, trigger text, state text, attempt_state text,
  counts boolean, opens_breaker boolean, next_s float8, pause_s float8, status smallint, error_code text, dns_ms real, connect_ms real,
  tls_ms real, first_byte_ms real, total_ms real, remote_ip text, request_headers jsonb, response_headers jsonb, response_body text,
  is_body_truncated boolean`

/**
 * Results whose lease stands, with the delivery locked. Where order matters a delivery that must wait keeps its place at the head of
 * the line, and the line waits with it (`line_waits_until`), though never longer than an hour after its first attempt.
 */
const live = sql`
  live as materialized (
    select r.*, now() + make_interval(secs => r.next_s) <= w.until as keeps_place,
      case when now() < w.until then least(now() + make_interval(secs => r.next_s), w.until) end as line_waits_until
    from result r join webhook_delivery d on d.id = r.id and d.lease_token = r.lease_token
      cross join lateral (
        select case when r.state = 'pending' and r.endpoint_id in (select id from touched where is_fifo) then (
          select min(a.started_at) + interval '1 h' from webhook_attempt a where a.delivery_id = r.id) end as until) w
    where (select count(*) from touched) >= 0 for update of d)`

/** The same in one step, where it does not matter what becomes of the endpoint: a delivery that has arrived ends whatever that is. */
const arrived = sql`
  live as (
    update webhook_delivery d set state = r.state, attempts = d.attempts + 1, next_attempt_at = null, trigger = 'auto', ended_at = now(),
      last_status = r.status, last_error_code = null, lease_token = null, leased_until = null, updated_at = now()
    from result r where d.id = r.id and d.lease_token = r.lease_token and (select count(*) from touched) >= 0
    returning r.*, null::timestamptz as line_waits_until)`
const written = sql`delivery as (select id from live)`

const deliveries = sql`
  delivery as (
    update webhook_delivery d set state = l.lands, attempts = d.attempts + case when l.counts then 1 else 0 end,
      next_attempt_at = case when l.lands <> 'pending' then null when l.keeps_place then d.next_attempt_at
        else now() + make_interval(secs => l.next_s) end,
      trigger = case when l.kind = 'internal' then d.trigger else 'auto' end,
      ended_at = case when l.lands in ('pending', 'held') then null else now() end,
      last_status = l.status, last_error_code = l.error_code, lease_token = null, leased_until = null, updated_at = now()
    from (
      select live.*, case when live.state <> 'pending' then live.state
        when live.kind = 'internal' and live.trigger in ('manual', 'test') and e.state <> 'deleted' then 'pending' else ${landing} end as lands
      from live left join (select id, next_state as state from verdict) e on e.id = live.endpoint_id) l
    where d.id = l.id returning d.id)`

const attempts = sql`
  attempt as (
    update webhook_attempt a set state = l.attempt_state, ended_at = now(), status = l.status, error_code = l.error_code, dns_ms = l.dns_ms,
      connect_ms = l.connect_ms, tls_ms = l.tls_ms, first_byte_ms = l.first_byte_ms, total_ms = l.total_ms, remote_ip = l.remote_ip,
      request_headers = l.request_headers, response_headers = l.response_headers, response_body = l.response_body,
      is_body_truncated = l.is_body_truncated
    from live l where a.id = l.attempt_id)`

const heldBack = sql`
  held as (
    update webhook_delivery d set state = 'held', next_attempt_at = null, updated_at = now()
    where d.id in (select w.id from verdict v cross join lateral (
      select id from webhook_delivery where endpoint_id = v.id and state = 'pending' limit ${mostHeldAtOnce} for update skip locked) w
      where v.next_state <> v.state))`
