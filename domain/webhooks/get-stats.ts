/** Counts what was sent to an endpoint, and how fast it answered, for its charts. */
import { z } from "zod"
import { timestamp } from "@/domain/fields"
import { id } from "@/domain/ids"
import { defineOperation } from "@/domain/operation"
import { rows, sql } from "@/prisma/client"
import { attemptFigures, emptyFigures, figureColumns } from "./attempt-figures"
import { queueOf, webhookQueue } from "./queue"
import { demandWebhook } from "./webhook"

/** How wide a bar of the chart is, and how many there are. */
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
  summary: "Count a webhook endpoint's attempts over time",
  description: "Attempts that have ended, by when they began. Every bar of the range, those without attempts included.",
  audience: "team",
  kind: "query",
  input: z.strictObject({ webhook_id: id("endpoint"), range: z.enum(rangeNames).default("24h") }),
  output: stats,
  example: {
    range: "24h",
    buckets: [{ from: "2026-11-20T06:00:00.000Z", to: "2026-11-20T07:00:00.000Z", ...emptyFigures }],
    totals: emptyFigures,
    queue: { pending: 0, in_flight: 0, held: 0, oldest_pending_seconds: null },
  },
  async handle({ team }, { webhook_id, range }) {
    await demandWebhook(team, webhook_id)
    const { hours, buckets } = ranges[range]
    const found = await rows<z.input<typeof bucket>>(sql`
      with bars as (select b as "from", b + make_interval(hours => ${hours}::int) as "to" from generate_series(
          date_bin(make_interval(hours => ${hours}::int), now(), timestamptz '2001-01-01') - make_interval(hours => ${hours * (buckets - 1)}::int),
          now(), make_interval(hours => ${hours}::int)) as b)
      select b."from", b."to", ${figureColumns}
      from bars b left join webhook_attempt a on a.team_id = ${team.id} and a.endpoint_id = ${webhook_id}
        and a.started_at >= b."from" and a.started_at < b."to" and a.state <> 'started'
      group by grouping sets ((b."from", b."to"), ()) order by b."from"`)
    const totals = found.pop() ?? emptyFigures
    return { data: { range, buckets: found, totals, queue: await queueOf(team.id, webhook_id) } }
  },
})
