import { expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { addDays } from "@/domain/metrics/calendar"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam } from "@/prisma/client"
import type { Finding } from "./finding"
import { getContributions } from "./get-contributions"
import { recordFindings } from "./record-findings"
import { checkOf, foundNow } from "./testing/findings"

const day = "2026-11-19"
const weekBefore = addDays(day, -7)

/** The total of a day, and its parts by a dimension. */
const factsOf = (date: string, dimension: string, parts: Record<string, number>, metric_id = "sessions") => [
  { metric_id, date, value: Object.values(parts).reduce((total, value) => total + value, 0) },
  ...Object.entries(parts).map(([name, value]) => ({ metric_id, date, dims: { [dimension]: name }, value })),
]

async function setup(facts: ReturnType<typeof factsOf>, more: Partial<Finding> = {}) {
  const team = await freshTeam()
  const client = await freshClient(team)
  await freshSource(team, client, facts)
  const [signal_id = ""] = await inTeam(team.id, () =>
    recordFindings(checkOf(team, client), [foundNow(more)], new Date()),
  )
  const read = async () => (await run(getContributions, asPerson(team), { signal_id })).data
  return { signal_id, read }
}

const before = factsOf(weekBefore, "channel", { "Paid Search": 80, Direct: 20, Email: 10 })
const after = factsOf(day, "channel", { "Paid Search": 45, Direct: 10, Referral: 5 })

it("the breakdown compares the channels with the same weekday before, and puts those that explain the change first", async () => {
  const { read } = await setup([...before, ...after])
  expect(await read()).toEqual({
    dimension: { id: "channel", label: "Channel" },
    unit: "count",
    currency: null,
    period: { from: day, to: day },
    comparison: { from: weekBefore, to: weekBefore },
    total: { before: 110, after: 60 },
    parts: [
      { name: "Paid Search", before: 80, after: 45 },
      { name: "Direct", before: 20, after: 10 },
      { name: "Email", before: 10, after: 0 },
      { name: "Referral", before: 0, after: 5 },
    ],
  })
})

it("the breakdown uses the campaigns of a metric without channels, in its currency", async () => {
  const spend = (date: string, parts: Record<string, number>) => factsOf(date, "campaign", parts, "ad_spend")
  const { read } = await setup(
    [...spend(weekBefore, { Brand: 40, Generic: 60 }), ...spend(day, { Brand: 40, Generic: 9 })],
    {
      subject: { kind: "metric", metric_id: "ad_spend" },
    },
  )
  expect(await read()).toMatchObject({
    dimension: { id: "campaign" },
    currency: "USD",
    parts: [{ name: "Generic" }, { name: "Brand" }],
  })
})

it("the breakdown explains nothing if the metric has no dimension, is a ratio, or moved against the signal", async () => {
  const withoutParts = [weekBefore, day].map((date, i) => ({ metric_id: "sessions", date, value: 100 - i * 50 }))
  expect(await (await setup(withoutParts)).read()).toBeNull()
  const ratio = { kind: "metric", metric_id: "engagement_rate" } as const
  expect(await (await setup([...before, ...after], { subject: ratio })).read()).toBeNull()
  expect(await (await setup([...before, ...after], { direction: "up" })).read()).toBeNull()
})

it("the breakdown explains nothing if the parts do not add up to the total", async () => {
  const { read } = await setup([...before, ...after.filter(({ value }) => value !== 45)])
  expect(await read()).toBeNull()
})

it("a signal of another team is not found", async () => {
  const { signal_id } = await setup([...before, ...after])
  const stranger = asPerson(await freshTeam())
  await expect(run(getContributions, stranger, { signal_id })).rejects.toMatchObject({ code: "resource_not_found" })
})
