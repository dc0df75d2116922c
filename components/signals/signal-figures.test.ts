import { expect, it } from "vitest"
import { exampleSignal } from "@/domain/signals/signal"
import { countsOf, figuresOf, scoreOf } from "./signal-figures"
import type { Signal } from "./signal-labels"

const euros = { unit: "money", currency: "EUR" } as const
const ratio = { unit: "ratio", currency: null } as const

function signalWith(changes: Partial<Signal>, counts: Record<string, number>): Signal {
  const signal = exampleSignal as Signal
  return { ...signal, ...changes, evidence: { ...signal.evidence, counts } }
}

it("shows the forecast of a goal beside its target", () => {
  const signal = signalWith(
    {
      type: "goal_off_track",
      observed: { value: 87_978, numerator: null, denominator: null, n: null },
      expected: { value: 120_000, low: null, high: null },
      delta_abs: -32_022,
      delta_rel: -0.26685,
    },
    { to_date: 75_630, projected: 87_978, target: 120_000, days_left: 4 },
  )
  expect(figuresOf(signal, euros).map(({ name, value }) => `${name} ${value}`)).toEqual([
    "Forecast €87,978",
    "Target €120,000",
    "Difference −26.7%",
    "To date €75,630",
  ])
  expect(countsOf(signal, euros)).toEqual([])
})

it("the list of figures counts answers in the signal of a citation, whose metric is a share", () => {
  const signal = signalWith({ type: "ai_new_citation" }, { answers: 46, answers_before: 0 })
  expect(figuresOf(signal, ratio).map(({ name, value }) => `${name} ${value}`)).toEqual([
    "Answers that cite it 46",
    "Previous scans 0",
  ])
  expect(countsOf(signal, ratio)).toEqual([])
})

it("shows a change of visibility with the counts of both scans and the expected range", () => {
  const signal = signalWith(
    {
      type: "ai_visibility_drop",
      observed: { value: 0.3697, numerator: 61, denominator: 165, n: 165 },
      expected: { value: 0.5212, low: 0.4451, high: 0.5963 },
      delta_abs: -0.1515,
      delta_rel: -0.29,
      period: { from: "2026-11-26", to: "2026-11-26", timezone: "UTC" },
      baseline: { from: "2026-11-19", to: "2026-11-19" },
    },
    { mentions_before: 86, answers_before: 165 },
  )
  const scanSignal = { ...signal, evidence: { ...signal.evidence, kind: "scans" as const } }
  expect(figuresOf(scanSignal, ratio)).toEqual([
    { name: "Latest scan", value: "37.0%", range: "expected 44.5% to 59.6%", detail: "61 of 165 · 26 Nov 2026" },
    { name: "Previous scan", value: "52.1%", detail: "86 of 165 · 19 Nov 2026", showsBaseline: true },
    { name: "Difference", value: "−15 points" },
  ])
})

it.each([
  ["budget_exceeded", "Budget"],
  ["goal_met", "Target"],
] as const)("leads with the value to date in a signal of type %s", (type, targetLabel) => {
  const signal = signalWith(
    {
      type,
      observed: { value: 3_100, numerator: null, denominator: null, n: null },
      expected: { value: 3_000, low: null, high: null },
      delta_abs: 100,
      delta_rel: 0.03333,
    },
    { to_date: 3_100, projected: 3_875, target: 3_000, days_left: 6 },
  )
  const figures = figuresOf(signal, euros)
  expect(figures.map(({ name, value }) => `${name} ${value}`)).toEqual([
    "To date €3,100",
    `${targetLabel} €3,000`,
    "Difference +3.3%",
    "Forecast €3,875",
  ])
  expect(figures.at(-1)?.detail).toBe("with 6 days left")
})

it("shows the numerator and denominator of shares only", () => {
  const detailWith = (format: Parameters<typeof figuresOf>[1], numerator: number, denominator: number) =>
    figuresOf(
      signalWith(
        { type: "metric_anomaly", observed: { value: numerator / denominator, numerator, denominator, n: null } },
        {},
      ),
      format,
    )[0]?.detail
  expect(detailWith(ratio, 28, 65)).toMatch(/^28 of 65 · /)
  expect(detailWith(ratio, 400, 100)).not.toContain(" of ")
  expect(detailWith(euros, 40, 100)).not.toContain(" of ")
  expect(detailWith({ unit: "rank", currency: null }, 10, 100)).not.toContain(" of ")
})

it.each([
  ["paired_t.v1", 1.66, { name: "p-value", value: "0.022" }],
  ["poisson_zero.v1", 5, { name: "p-value", value: "below 0.001" }],
  ["weekday_level_budget.v1", -6.1, { name: "z-score", value: "−6.1" }],
  ["threshold.v1", null, null],
])("shows the score of %s as a p-value or a z-score", (method, score, expected) => {
  expect(scoreOf({ method, score })).toEqual(expected)
})
