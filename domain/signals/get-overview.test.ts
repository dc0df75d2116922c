import { expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { addDays } from "@/domain/metrics/calendar"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam } from "@/prisma/client"
import { acknowledgeSignals } from "./acknowledge"
import { addNote } from "./add-note"
import { getSignalOverview } from "./get-overview"
import { recordFindings } from "./record-findings"
import { checkOf, foundNow } from "./testing/findings"

const day = "2026-11-19"
const weekBefore = addDays(day, -7)

/** The sessions of a day, by channel. */
const sessionsOf = (date: string, channels: Record<string, number>) => [
  { metric_id: "sessions", date, value: Object.values(channels).reduce((total, value) => total + value, 0) },
  ...Object.entries(channels).map(([channel, value]) => ({ metric_id: "sessions", date, dims: { channel }, value })),
]
const manyChannels = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`Channel ${i}`, 10]))
const before = sessionsOf(weekBefore, { ...manyChannels, "Paid Search": 80, Direct: 20 })
const after = sessionsOf(day, { ...manyChannels, "Paid Search": 30, Direct: 15 })

async function setup(facts = [...before, ...after]) {
  const team = await freshTeam()
  const client = await freshClient(team)
  await freshSource(team, client, facts)
  const other = { type: "budget_pacing", title: "Spend is ahead of the budget", severity: "critical" } as const
  const findings = [foundNow(), foundNow({ ...other, category: "budget", dedupe_key: "budget_pacing" })]
  const [signal_id = "", other_id = ""] = await inTeam(team.id, () =>
    recordFindings(checkOf(team, client), findings, new Date()),
  )
  const ctx = asPerson(team)
  return { ctx, signal_id, other_id, read: async () => (await run(getSignalOverview, ctx, { signal_id })).data }
}

it("returns the series, the largest parts of the change, other signals of the week, and the history", async () => {
  const { ctx, signal_id, other_id, read } = await setup()
  await run(acknowledgeSignals, ctx, { signal_ids: [signal_id] })
  await run(addNote, ctx, { signal_id, text: "The tracking broke." })
  const overview = await read()
  expect(overview).toMatchObject({ id: signal_id, status: "acknowledged", observed: { value: 1180 } })
  expect(overview.series).toMatchObject({ metric_id: "sessions", unit: "count", is_total: false })
  expect(overview.series?.points).toEqual(
    expect.arrayContaining([
      { date: weekBefore, value: 220 },
      { date: day, value: 165 },
    ]),
  )
  expect(overview.breakdown).toMatchObject({
    dimension: { id: "channel" },
    total: { before: 220, after: 165 },
    segments_total: 14,
  })
  expect(overview.breakdown?.segments).toHaveLength(10)
  expect(overview.breakdown?.segments.slice(0, 2)).toEqual([
    { segment: "Paid Search", before: 80, after: 30 },
    { segment: "Direct", before: 20, after: 15 },
  ])
  expect(overview.related).toEqual([
    {
      id: other_id,
      type: "budget_pacing",
      severity: "critical",
      status: "open",
      direction: "down",
      title: "Spend is ahead of the budget",
    },
  ])
  expect(overview.history).toMatchObject([
    { action: "created", actor_label: "Signalbox" },
    { action: "acknowledged", actor_label: ctx.actor.name },
    { action: "note", text: "The tracking broke." },
  ])
})

it("returns null for what is not stored", async () => {
  const { read } = await setup([])
  expect(await read()).toMatchObject({ breakdown: null, history: [{ action: "created" }] })
})

it("returns the newest 100 entries of the history, oldest first", async () => {
  const { ctx, signal_id, read } = await setup([])
  for (let n = 1; n <= 101; n++) await run(addNote, ctx, { signal_id, text: `Note ${n}` })
  const { history } = await read()
  expect(history).toHaveLength(100)
  expect([history[0]?.text, history.at(-1)?.text]).toEqual(["Note 2", "Note 101"])
})
