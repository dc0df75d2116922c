/** Counts what was sent to an endpoint, and how fast it answered, for its charts. */
import { z } from "zod"
import { timestamp } from "@/domain/fields"
import { id } from "@/domain/ids"
import { defineOperation } from "@/domain/operation"
import { rows, type Sql, sql } from "@/prisma/client"
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
    const found = await rows<Found>(statement(team.id, webhook_id, { hours, buckets }))
    const totals = found.find(({ from }) => from === null)?.figures ?? emptyFigures
    const bars = found.flatMap(({ from, to, figures }) =>
      from && to ? [{ from, to, ...(figures ?? emptyFigures) }] : [],
    )
    return { data: { range, buckets: bars, totals, queue: await queueOf(team.id, webhook_id) } }
  },
})

/** `figures`: null where nothing was attempted; `from`: null for the whole range. */
type Found = { from: string | null; to: string | null; figures: z.input<typeof attemptFigures> | null }

/** The attempts are read once, whatever the number of bars. */
function statement(teamId: string, endpointId: string, { hours, buckets }: { hours: number; buckets: number }): Sql {
  const width = sql`make_interval(hours => ${hours}::int)`
  const origin = sql`timestamptz '2001-01-01'`
  const first = sql`date_bin(${width}, now(), ${origin}) - make_interval(hours => ${hours * (buckets - 1)}::int)`
  return sql`
    with figures as (
      select date_bin(${width}, a.started_at, ${origin}) as bar, ${figureColumns} from webhook_attempt a
      where a.team_id = ${teamId} and a.endpoint_id = ${endpointId} and a.started_at >= ${first} and a.state <> 'started'
      group by grouping sets ((1), ()))
    select b as "from", b + ${width} as "to", row_to_json(f) as figures
    from generate_series(${first}, now(), ${width}) as b left join figures f on f.bar = b
    union all select null, null, row_to_json(f) from figures f where f.bar is null order by "from"`
}
