/** Counts the attempts of an endpoint and their response times for its charts. */
import { z } from "zod"
import { timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { rows, type Sql, sql } from "@/prisma/client"
import { attemptFigures, type Counted, figuresOf } from "./attempt-figures"
import { countedHour, hourColumns, hourSums } from "./attempt-hours"
import { queueOf, webhookQueue } from "./queue"
import { requireWebhook } from "./webhook"

/** The width of a bar in hours, and the number of bars. */
const ranges = {
  "24h": { hours: 1, buckets: 24 },
  "7d": { hours: 6, buckets: 28 },
  "30d": { hours: 24, buckets: 30 },
} as const
const rangeNames = Object.keys(ranges) as (keyof typeof ranges)[]

const bucket = attemptFigures.extend({ from: timestamp(), to: timestamp() })
const stats = z.object({
  range: z.enum(rangeNames),
  buckets: z.array(bucket),
  totals: attemptFigures,
  queue: webhookQueue,
})

export const getStats = defineOperation({
  id: "webhooks.getStats",
  summary: "Get a webhook endpoint's attempts over time",
  description:
    "Returns finished attempts by the hour or day in which they started, including hours and days without attempts. Counts are exact. Times are accurate to 2%.",
  audience: "team",
  kind: "query",
  input: z.strictObject({ webhook_id: id("endpoint"), range: z.enum(rangeNames).default("24h") }),
  output: stats,
  example: {
    range: "24h",
    buckets: [{ from: "2026-11-20T06:00:00.000Z", to: "2026-11-20T07:00:00.000Z", ...figuresOf([]) }],
    totals: figuresOf([]),
    queue: { pending: 0, in_flight: 0, held: 0, oldest_pending_seconds: null },
  },
  async handle({ team }, { webhook_id, range }) {
    await requireWebhook(team, webhook_id)
    const found = await rows<Found>(statement(team.id, webhook_id, ranges[range]))
    const bars = found.map(({ times, ...bar }) => ({ ...bar, times: new Map(times) }))
    const buckets = bars.map(({ from, to, ...bar }) => ({ from, to, ...figuresOf([bar]) }))
    return { data: { range, buckets, totals: figuresOf(bars), queue: await queueOf(team.id, webhook_id) } }
  },
})

type Found = Omit<Counted, "times"> & { from: string; to: string; times: [bucket: number, count: number][] }

/** Reads hours that are already counted. Counts all other hours from their attempts, including the current one. */
function statement(teamId: string, endpointId: string, { hours, buckets }: { hours: number; buckets: number }): Sql {
  const width = sql`make_interval(hours => ${hours}::int)`
  const origin = sql`timestamptz '2001-01-01 00:00Z'`
  const first = sql`date_bin(${width}, now(), ${origin}) - make_interval(hours => ${hours * (buckets - 1)}::int)`
  return sql`
    with kept as materialized (
      select hour, ${hourColumns} from webhook_attempt_hour
      where team_id = ${teamId} and endpoint_id = ${endpointId} and hour >= ${first}),
    counted as materialized (
      select * from kept union all
      select h.hour, ${hourColumns} from (
        select ${teamId} as team_id, ${endpointId} as endpoint_id, hour from generate_series(${first}, now(), interval '1 hour') as s(hour)
        where hour not in (select hour from kept)) h cross join ${countedHour}),
    bar as (
      select date_bin(${width}, hour, ${origin}) as "from", ${hourSums} from counted group by 1),
    time as (
      select "from", json_agg(json_build_array(bucket, count)) as times from (
        select "from", bucket, sum(count) as count from (
          select date_bin(${width}, hour, ${origin}) as "from", unnest(time_buckets) as bucket, unnest(time_counts) as count from counted) t
        group by 1, 2) t group by 1)
    select bar.*, bar."from" + ${width} as "to", coalesce(time.times, '[]') as times
    from bar left join time using ("from") order by 1`
}
