/** Gets one signal with what a person reads on its page: its chart, what changed with it, and its history. */
import { z } from "zod"
import type { TeamContext } from "@/domain/kernel/context"
import { id } from "@/domain/kernel/ids"
import { defineOperation, run } from "@/domain/kernel/operation"
import { rows, sql } from "@/prisma/client"
import { signalEntry } from "./entry"
import { contributions, readContributions } from "./get-contributions"
import { readSeries, signalSeries } from "./get-series"
import { listSignals } from "./list"
import { requireSignal, type SignalRow, signal } from "./signal"

const entry = signalEntry.omit({ id: true })
const segment = z.object({ segment: z.string(), before: z.number(), after: z.number() })

const overview = signal.extend({
  series: signalSeries
    .omit({ label: true })
    .nullable()
    .meta({ description: "The metric by day, or by scan, around the signal. `null` if it is not stored." }),
  breakdown: contributions
    .omit({ parts: true })
    .extend({ segments: z.array(segment), segments_total: z.int() })
    .nullable()
    .meta({ description: "The channels, campaigns or sources that explain most of the change come first." }),
  related: z
    .array(signal.pick({ id: true, type: true, severity: true, status: true, direction: true, title: true }))
    .meta({ description: "Other signals of the client from the same week, the most severe first." }),
  history: z.array(entry).meta({ description: "Changes of status and notes, oldest first. The newest 100." }),
})

export const getSignalOverview = defineOperation({
  id: "signals.getOverview",
  summary: "Get a signal with its series, its causes and its history",
  audience: "team",
  kind: "query",
  tool: {
    name: "get_signal",
    title: "Get signal",
    page: "signals/{id}",
    description:
      "Returns one signal with its evidence: observed and expected values, the daily series around it, the channels or campaigns that changed most (breakdown), other signals of the same week, and its history.",
    untrusted: ["title", "summary", "evidence", "subject", "dedupe_key", "segment", "text"],
  },
  resources: [
    {
      uri: "app://signals/{signal_id}",
      name: "signal",
      title: "Signal",
      description: "A signal with its evidence, its series and its history.",
      ttlSeconds: 60,
    },
  ],
  input: z.strictObject({ signal_id: id("signal") }),
  output: overview,
  async handle(ctx, { signal_id }) {
    const found = await requireSignal(ctx.team, signal_id)
    const [series, breakdown, related, history] = await Promise.all([
      readSeries(ctx, found),
      readContributions(ctx, found),
      readRelated(ctx, found),
      rows(entry, entriesOf(ctx.team.id, signal_id)),
    ])
    return { data: { ...found, series, breakdown: breakdown && largestOf(breakdown), related, history } }
  },
})

const maxSegments = 10
const maxRelated = 10

function largestOf({ parts, ...breakdown }: z.infer<typeof contributions>) {
  const segments = parts.slice(0, maxSegments).map(({ name, ...values }) => ({ segment: name, ...values }))
  return { ...breakdown, segments, segments_total: parts.length }
}

const maxEntries = 100

const entriesOf = (teamId: string, signalId: string) => sql`
  select e.action, e.actor_label, e.text, e.created_at from (
    select * from signal_entry where team_id = ${teamId} and signal_id = ${signalId}
    order by created_at desc, id desc limit ${maxEntries}) e
  order by e.created_at, e.id`

const halfWeekMs = 3.5 * 86_400_000

async function readRelated(ctx: TeamContext, { id, client, first_detected_at }: SignalRow) {
  const around = (shiftMs: number) => new Date(Date.parse(first_detected_at) + shiftMs).toISOString()
  const { data } = await run(listSignals, ctx, {
    client_id: client.id,
    created_after: around(-halfWeekMs),
    created_before: around(halfWeekMs),
    sort: "-severity",
    limit: maxRelated + 1,
  })
  return data.filter((other) => other.id !== id).slice(0, maxRelated)
}
