import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import type { Goal } from "@/components/goals/goal-name"
import type { Compare } from "@/components/lists/ranges"
import { exampleGoal } from "@/domain/goals/goal"
import { ClientSentence } from "./client-sentence"

const ids: Record<string, string> = { Revenue: "revenue", "Key events": "key_events", "Ad spend": "ad_spend" }
const units: Record<string, string> = { Revenue: "money", "Ad spend": "money", ROAS: "number" }
const column = (label: string) => ({
  ...{ id: ids[label] ?? label, label, unit: units[label] ?? "count" },
  currency: "CHF",
})
type Change = [label: string, now: number, delta_rel: number | null, delta_abs?: number | null]
const value = ([, now, delta_rel, delta_abs]: Change) => ({
  ...{ value: now, previous: null, delta_rel, trend_is: "neutral" },
  delta_abs: delta_abs ?? (delta_rel === null ? null : now * delta_rel),
})

type Options = { goals?: Goal[]; range?: string; compare?: Compare; days?: { from: string; to: string } }

function sentence(changes: Change[], options: Options = {}) {
  const { range = "last_28_days", compare = "previous_period", goals = [] } = options
  const days = options.days ?? { from: "2026-10-30", to: "2026-11-26" }
  const columns = changes.map(([label]) => column(label))
  const totals = Object.fromEntries(changes.map((change) => [column(change[0]).id, value(change)]))
  const comparison = { from: "2026-10-02", to: "2026-10-29" }
  const html = renderToString(
    <ClientSentence
      columns={columns as never}
      totals={totals as never}
      {...{ range, days, compare, comparison, goals }}
    />,
  )
  return html
    .replaceAll(/<!-- -->|<[^>]*>/g, "")
    .replaceAll("\u00a0", " ")
    .trim()
}

it("leads with revenue before ad spend, and names the two largest other changes", () => {
  expect(
    sentence([
      ["Ad spend", 900, 0.06],
      ["Revenue", 54526, -0.183],
      ["Key events", 131, -0.2],
      ["ROAS", 3, 0.5],
    ]),
  ).toBe(
    "Revenue was CHF 54,526 in the last 28 days, 18.3% less than in the 28 days before. ROAS rose 50.0% and key events fell 20.0%.",
  )
})

it("names the comparison", () => {
  const change: Change[] = [["Key events", 131, -0.2]]
  expect(sentence(change, { compare: "previous_year", range: "this_month" })).toBe(
    "Key events were 131 this month, 20.0% fewer than in the same days of the year before.",
  )
  expect(sentence(change, { range: "custom", days: { from: "2026-11-12", to: "2026-11-12" } })).toBe(
    "Key events were 131 on 12 Nov 2026, 20.0% fewer than on the day before.",
  )
})

it("calls a small change about the same, and says when no other metric changed clearly", () => {
  const changes: Change[] = [
    ["Revenue", 54526, 0.02],
    ["Sessions", 900, 0.01],
    ["Page views", 900, null],
  ]
  expect(sentence(changes, { range: "custom" })).toBe(
    "Revenue was CHF 54,526 from 30 Oct to 26 Nov 2026, about the same as in the 28 days before. No key metric changed by 5% or more.",
  )
  expect(sentence([["Revenue", 54526, 0]])).toBe(
    "Revenue was CHF 54,526 in the last 28 days, the same as in the 28 days before.",
  )
})

it("says nothing about other metrics without a comparison, or with a previous value of 0", () => {
  const revenue: Change = ["Revenue", 54526, 0.1]
  const expected = "Revenue was CHF 54,526 in the last 28 days, 10.0% more than in the 28 days before."
  expect(sentence([revenue, ["Sessions", 900, null]])).toBe(expected)
  expect(sentence([revenue, ["Sessions", 900, null, 900]])).toBe(expected)
})

it("is missing without a comparison", () => {
  expect(sentence([["Revenue", 5400, null]])).toBe("")
})

it("starts with a goal that is forecast to be missed", () => {
  const goal = {
    ...exampleGoal,
    value: 75_630,
    forecast: { value: 87_978, low: 87_074, high: 88_882, level: 0.8 },
  } as Goal
  const about = "Revenue was CHF 54,526 in the last 28 days, about the same as in the 28 days before."
  expect(sentence([["Revenue", 54_526, 0.02]], { goals: [goal] })).toBe(
    `Revenue is forecast to miss its goal: €87,978 in November 2026, and the goal is at least €120,000. ${about}`,
  )
  const days = { period: "custom", starts_on: "2026-11-03", ends_on: "2026-12-20" } as const
  expect(sentence([["Revenue", 54_526, 0.02]], { goals: [{ ...goal, ...days }] })).toContain(
    "€87,978 from 3 Nov to 20 Dec 2026, and the goal",
  )
  const partial = { ...goal, filter: { channel: ["Email"] } }
  expect(sentence([["Revenue", 54_526, 0.02]], { goals: [partial] })).toBe(about)
})

it("names one goal only, and none whose forecast may still meet it", () => {
  const forecast = (low: number, high: number) => ({ value: (low + high) / 2, low, high, level: 0.8 as const })
  const goal = (more: Partial<Goal>): Goal => ({ ...(exampleGoal as Goal), ...more })
  const about = "Revenue was CHF 54,526 in the last 28 days, about the same as in the 28 days before."
  const withGoals = (...goals: Goal[]) => sentence([["Revenue", 54_526, 0.02]], { goals })
  const undecided = goal({ forecast: forecast(100_000, 120_000) })
  const budget = goal({
    ...{ label: "Ad spend", metric: "ad_spend", comparator: "at_most", target: 5_000, period: "quarter" },
    ...{ starts_on: "2026-10-01", ends_on: "2026-12-31", forecast: forecast(5_001, 7_001) },
  } as Partial<Goal>)
  const keyEvents = goal({
    label: "Key events",
    unit: "count",
    currency: null,
    target: 200,
    forecast: forecast(90, 110),
  })
  expect(withGoals(undecided)).toBe(about)
  expect(withGoals(goal({ forecast: null }))).toBe(about)
  expect(withGoals(undecided, budget, keyEvents)).toBe(
    `Ad spend is forecast to exceed its budget: €6,001 in Q4 2026, and the budget is €5,000. ${about}`,
  )
  expect(withGoals(keyEvents, budget)).toBe(
    `Key events are forecast to miss their goal: 100 in November 2026, and the goal is at least 200. ${about}`,
  )
})
