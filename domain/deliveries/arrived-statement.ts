/**
 * Writes results that all succeeded at healthy endpoints. This is the usual case, and costs a third of the general statement
 * (record-statement.ts).
 */
import { type Sql, sql } from "@/prisma/client"
import { attemptOf, attemptRowColumns, ended } from "./attempt-result"
import { isTouchedBySuccess } from "./endpoint-health"
import { inFlightWithout, lockedQueue } from "./endpoint-queue"
import { jsonRows } from "./json-rows"
import { attemptRow, type Result } from "./result"

/**
 * Returns one row with the deliveries written. Writes nothing and returns null if one of the endpoints must be updated too. A
 * delivery that succeeded ends even if its endpoint was paused or deleted meanwhile.
 */
export const arrivedStatement = (results: Result[]): Sql => sql`
  with result as materialized (select * from ${jsonRows(attemptRowColumns, results.map(attemptRow))} r),
  touched as materialized (
    select from webhook_endpoint e where e.id = any(${endpointsOf(results)}::text[]) and ${isTouchedBySuccess} limit 1),
  delivery as (
    update webhook_delivery d set state = 'succeeded', attempts = d.attempts + 1, next_attempt_at = null, trigger = 'auto', ended_at = now(),
      last_error_code = null, ${ended(sql`r`)}
    from result r where d.id = r.id and d.lease_token = r.lease_token and not exists (select from touched)
    returning r.*, d.attempt_id, d.team_id, d.endpoint_id, d.message_id, d.event_type, d.last_attempt),
  ${attemptOf(sql`delivery`)},
  ${lockedQueue(sql`array(select distinct endpoint_id from delivery)`)},
  queue as (
    update endpoint_queue q set in_flight = ${inFlightWithout(sql`array(select id from delivery)`)}
    from locked l where q.endpoint_id = l.endpoint_id)
  select case when not exists (select from touched) then (select coalesce(json_agg(id), '[]') from delivery) end as written`

const endpointsOf = (results: Result[]) => [...new Set(results.map(({ leased }) => leased.endpoint_id))]
