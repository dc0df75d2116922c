/**
 * Counts attempts by endpoint and hour once the hour is over. The charts read these counts, so they need not read every
 * attempt.
 */
import { z } from "zod"
import { acrossTeams, join, raw, rows, type Sql, sql } from "@/prisma/client"
import { leasedDeliveries } from "./endpoint-queue"
import { bucketOf } from "./time-histogram"

/** Older hours are not counted. One day more than the charts show. */
const countedDays = 31
/**
 * Minutes between the end of an hour and its count. A statement takes seconds at most, so every attempt of the hour is
 * committed before the count.
 */
const graceMinutes = 5

/** The counted columns, each with its condition on attempt `a`. */
const counts = {
  attempts: sql`true`,
  succeeded: sql`a.state = 'succeeded'`,
  status_2xx: sql`a.status / 100 = 2`,
  status_3xx: sql`a.status / 100 = 3`,
  status_4xx: sql`a.status / 100 = 4`,
  status_5xx: sql`a.status / 100 = 5`,
  status_none: sql`a.status is null`,
}
const forEachCount = (part: (name: string, condition: Sql) => Sql) =>
  join(Object.entries(counts).map(([name, condition]) => part(name, condition)))

/**
 * The columns of an hour, in the table webhook_attempt_hour and in `countedHour`. `time_counts` holds how many response
 * times are in each of `time_buckets`.
 */
export const hourColumns = sql`${forEachCount((name) => raw(name))}, time_buckets, time_counts`

/** The sums of those columns over several rows, without the response times. */
export const hourSums = forEachCount((name) => raw(`coalesce(sum(${name}), 0)::int as ${name}`))

/**
 * For a from clause that has the hours to count as `h` (team_id, endpoint_id, hour). Counts each hour from its attempts
 * and returns one row.
 */
export const countedHour = sql`lateral (
  select ${hourSums}, coalesce(array_agg(bucket) filter (where bucket is not null), '{}') as time_buckets,
    coalesce(array_agg(attempts) filter (where bucket is not null), '{}') as time_counts
  from (
    select case when a.status is not null then ${bucketOf(sql`a.total_ms`)} end as bucket,
      ${forEachCount((name, condition) => sql`(count(*) filter (where ${condition}))::int as ${raw(name)}`)}
    from webhook_attempt a
    where a.team_id = h.team_id and a.endpoint_id = h.endpoint_id
      and a.started_at >= h.hour and a.started_at < h.hour + interval '1 hour'
    group by bucket) b) counted`

/**
 * Counts up to `maxHours` hours that are over, oldest first. Returns how many it counted. Fewer than `maxHours`: no
 * more are ready.
 */
export const countHours = (maxHours: number): Promise<number> =>
  // Across teams: an hour ends for all teams at the same time.
  acrossTeams(async () => {
    for (let hours = 0; hours < maxHours; hours++) {
      const [next] = await rows(hourRow, nextHour)
      if (!next?.hour) return hours
      await rows(storeCounts(endpointsOf(next.hour)))
    }
    return maxHours
  })

const firstHour = sql`date_trunc('hour', now() - make_interval(days => ${countedDays}), 'UTC')`

/**
 * The first hour with attempts after the last counted one. Waits for requests that started in the hour and are still in
 * flight, because they would be missing.
 */
const nextHour = sql`
  select date_trunc('hour', min(a.started_at), 'UTC') as hour from webhook_attempt a
  where a.started_at >= greatest(${firstHour}, (select max(hour) + interval '1 hour' from webhook_attempt_hour))
    and a.started_at < date_trunc('hour', least(now() - make_interval(mins => ${graceMinutes}),
      (select min(l.updated_at) from ${leasedDeliveries} l)), 'UTC')`

const endpointsOf = (hour: string) => sql`(
  select distinct a.team_id, a.endpoint_id, ${hour}::timestamptz as hour from webhook_attempt a
  where a.started_at >= ${hour}::timestamptz and a.started_at < ${hour}::timestamptz + interval '1 hour') h`

/**
 * Replaces the counts of an hour instead of adding to them. So each attempt counts once, even if several processes
 * count the hour, or one process counts it several times.
 */
const storeCounts = (hours: Sql) => sql`
  insert into webhook_attempt_hour (team_id, endpoint_id, hour, ${hourColumns})
  select h.team_id, h.endpoint_id, h.hour, ${hourColumns} from ${hours} cross join ${countedHour}
  on conflict (endpoint_id, hour) do update set (${hourColumns}) =
    (${forEachCount((name) => raw(`excluded.${name}`))}, excluded.time_buckets, excluded.time_counts)`

const hourRow = z.object({ hour: z.string().nullable() })
