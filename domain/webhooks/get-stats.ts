/** Counts the attempts of an endpoint and their response times for its charts. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, type Sql, sql } from "@/prisma/client"
import { countedHour, hourColumns, hourSums } from "./attempt-hours"
import { type Histogram, largestError, percentile, sumOf } from "./time-histogram"
import { requireWebhook } from "./webhook"

/** The width of a bar in hours, and the number of bars. */
const ranges = {
  "24h": { hours: 1, buckets: 24 },
  "7d": { hours: 6, buckets: 28 },
  "30d": { hours: 24, buckets: 30 },
} as const
const rangeNames = Object.keys(ranges) as (keyof typeof ranges)[]

const ms = z
  .number()
  .nullable()
  .meta({
    description: `The response time of requests that received a response, accurate to ${Math.ceil(largestError * 100)}%. null if there were none.`,
  })

const attemptStats = z.object({
  attempts: z.int(),
  succeeded: z.int(),
  failed: z.int().meta({ description: "Includes attempts whose outcome is unknown." }),
  by_status: z.object({ "2xx": z.int(), "3xx": z.int(), "4xx": z.int(), "5xx": z.int(), none: z.int() }),
  p50_ms: ms,
  p95_ms: ms,
})

const bucket = attemptStats.extend({ from: timestamp(), to: timestamp() })
const webhookQueue = z.object({
  pending: z.int(),
  in_flight: z.int(),
  held: z.int(),
  oldest_pending_seconds: z.number().nullable().meta({ description: "The age of the oldest pending delivery." }),
})

const stats = z.object({
  range: z.enum(rangeNames),
  buckets: z.array(bucket),
  totals: attemptStats,
  queue: webhookQueue,
})

export const getStats = defineOperation({
  id: "webhooks.getStats",
  summary: "Get a webhook endpoint's attempts over time",
  description:
    "Returns finished attempts by the time at which they started: per hour for `24h`, per 6 hours for `7d`, per day for `30d`. Includes buckets without attempts. Counts are exact. Times are accurate to 2%.",
  audience: "team",
  kind: "query",
  input: z.strictObject({ webhook_id: id("endpoint"), range: z.enum(rangeNames).default("24h") }),
  output: stats,
  async handle({ team }, { webhook_id, range }) {
    await requireWebhook(team, webhook_id)
    const found = await rows(barRow, barsStatement(team.id, webhook_id, ranges[range]))
    const bars = found.map(({ times, ...bar }) => ({ ...bar, times: new Map(times) }))
    const buckets = bars.map(({ from, to, ...bar }) => ({ from, to, ...attemptStatsOf([bar]) }))
    return { data: { range, buckets, totals: attemptStatsOf(bars), queue: await queueOf(team.id, webhook_id) } }
  },
})

/** The counts of one period. The counts of several periods can be added up. */
const attemptCounts = z.object({
  attempts: z.int(),
  succeeded: z.int(),
  status_2xx: z.int(),
  status_3xx: z.int(),
  status_4xx: z.int(),
  status_5xx: z.int(),
  status_none: z.int(),
})
type AttemptCounts = z.infer<typeof attemptCounts>

const barRow = attemptCounts.extend({
  from: timestamp(),
  to: timestamp(),
  /** Pairs of a histogram's bucket and its count. */
  times: z.array(z.tuple([z.int(), z.int()])),
})

/** Reads hours that are already counted. Counts all other hours from their attempts, including the current one. */
function barsStatement(
  teamId: string,
  endpointId: string,
  { hours, buckets }: { hours: number; buckets: number },
): Sql {
  const width = sql`make_interval(hours => ${hours}::int)`
  const origin = sql`timestamptz '2001-01-01 00:00Z'`
  const first = sql`date_bin(${width}, now(), ${origin}) - make_interval(hours => ${hours * (buckets - 1)}::int)`
  return sql`
    with stored as materialized (
      select hour, ${hourColumns} from webhook_attempt_hour
      where team_id = ${teamId} and endpoint_id = ${endpointId} and hour >= ${first}),
    counted as materialized (
      select * from stored union all
      select h.hour, ${hourColumns} from (
        select ${teamId} as team_id, ${endpointId} as endpoint_id, hour from generate_series(${first}, now(), interval '1 hour') as s(hour)
        where hour not in (select hour from stored)) h cross join ${countedHour}),
    bar as (
      select date_bin(${width}, hour, ${origin}) as "from", ${hourSums} from counted group by 1),
    hour_time as (
      select date_bin(${width}, hour, ${origin}) as "from", unnest(time_buckets) as bucket, unnest(time_counts) as count from counted),
    bar_time as (
      select "from", bucket, sum(count) as count from hour_time group by 1, 2),
    histogram as (
      select "from", json_agg(json_build_array(bucket, count)) as times from bar_time group by 1)
    select bar.*, bar."from" + ${width} as "to", coalesce(histogram.times, '[]') as times
    from bar left join histogram using ("from") order by 1`
}

function attemptStatsOf(hours: (AttemptCounts & { times: Histogram })[]): z.infer<typeof attemptStats> {
  const sum = (name: keyof AttemptCounts) => hours.reduce((total, hour) => total + hour[name], 0)
  const attempts = sum("attempts")
  const succeeded = sum("succeeded")
  const times = sumOf(hours.map((hour) => hour.times))
  return {
    attempts,
    succeeded,
    failed: attempts - succeeded,
    by_status: {
      "2xx": sum("status_2xx"),
      "3xx": sum("status_3xx"),
      "4xx": sum("status_4xx"),
      "5xx": sum("status_5xx"),
      none: sum("status_none"),
    },
    p50_ms: percentile(times, 0.5),
    p95_ms: percentile(times, 0.95),
  }
}

/** Counts the open and held deliveries of an endpoint, and the age of the oldest one that waits. */
async function queueOf(teamId: string, endpointId: string): Promise<z.infer<typeof webhookQueue>> {
  const ofEndpoint = sql`d.team_id = ${teamId} and d.endpoint_id = ${endpointId}`
  const [found] = await rows(
    webhookQueue,
    sql`
      select count(*) filter (where d.state = 'pending') as pending, count(*) filter (where d.state = 'leased') as in_flight,
        (select count(*) from webhook_delivery d where ${ofEndpoint} and d.phase = 'held') as held,
        extract(epoch from now() - min(d.created_at) filter (where d.state = 'pending')) as oldest_pending_seconds
      from webhook_delivery d where ${ofEndpoint} and d.phase = 'open'`,
  )
  return found ?? { pending: 0, in_flight: 0, held: 0, oldest_pending_seconds: null }
}
