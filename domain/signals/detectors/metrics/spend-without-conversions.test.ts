import { expect, it } from "vitest"
import { addDays } from "@/domain/metrics/calendar"
import { repeated, spend } from "../testing/days"
import { detectSpendWithoutConversions } from "./spend-without-conversions"

/** Days from 1 January 2026 on, as pairs of spend and conversions. */
const find = (pairs: (readonly [number, number])[]) =>
  detectSpendWithoutConversions(
    spend,
    pairs.map(([spent, conversions], i) => ({ date: addDays("2026-01-01", i), spend: spent, conversions })),
  )
/** Twenty days with one conversion for $100 each. */
const history = repeated([100, 1] as const, 20)

it("the detector returns a finding when at least three conversions would have been bought", () => {
  expect(find([...history, [150, 0], [150, 0]])).not.toBeNull()
  expect(find([...history, [150, 0], [149.99, 0]])).toBeNull()
})

it("the detector starts again after a conversion", () => {
  expect(find([...history, [300, 0], [100, 1], [299, 0]])).toBeNull()
  expect(find([...history, [300, 0], [100, 0.5]])).toBeNull()
})

it("a finding needs ten conversions in the 90 days before", () => {
  const tail = [[1_000, 0]] as const
  expect([
    find([...repeated([100, 1] as const, 9), ...tail]),
    find([...repeated([100, 1] as const, 10), ...tail]),
  ]).toEqual([null, expect.anything()])
  const old = [
    ...repeated([100, 20] as const, 1),
    ...repeated([100, 0] as const, 80),
    ...repeated([100, 1] as const, 9),
  ]
  expect(find([...old, [100_000, 0]])).not.toBeNull()
  expect(find([...old, [100, 0.1], [100_000, 0]])).toBeNull()
})

it("the detector finds nothing without days, without any conversion and without any cost", () => {
  expect([find([]), find(repeated([100, 0] as const, 200)), find([...repeated([0, 1] as const, 20), [0, 0]])]).toEqual([
    null,
    null,
    null,
  ])
  expect(find([...repeated([0, 1] as const, 20), [50, 0]])).toBeNull()
})

it("a finding describes spend, usual conversions and cost", () => {
  expect(find([...history, [200, 0], [200, 0]])).toMatchObject({
    type: "spend_no_conversions",
    category: "budget",
    severity: "warning",
    direction: "none",
    impact: "negative",
    title: "Ad spend of $400.00 without conversions",
    summary:
      "$400.00 was spent without a conversion from 21 January to 22 January, where 4 conversions are usual at $100.00 per conversion.",
    observed: { value: 0 },
    expected: { value: 4 },
    score: expect.closeTo(-Math.log10(Math.exp(-4)), 9),
    method: "poisson_zero.v1",
    evidence: { counts: { days: 2, spend: 400, usual_cost_per_conversion: 100, baseline_conversions: 20 } },
    period: { from: "2026-01-21", to: "2026-01-22" },
    baseline: { from: "2026-01-01", to: "2026-01-20" },
    dedupe_key: "spend_no_conversions:ad_spend:::none",
  })
})
