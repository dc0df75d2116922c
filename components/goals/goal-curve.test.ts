import { expect, it } from "vitest"
import { type CurvedGoal, goalCurve } from "./goal-curve"

const goal: CurvedGoal = {
  metric: "revenue",
  value: 300,
  target: 1_000,
  comparator: "at_least",
  starts_on: "2026-11-01",
  ends_on: "2026-11-05",
  data_through: "2026-11-03",
  forecast: { value: 500, low: 400, high: 600, level: 0.8 },
}
const days = [
  { date: "2026-11-01", value: 100 },
  { date: "2026-11-03", value: 200 },
]
const curveOf = (change: Partial<CurvedGoal> = {}) => goalCurve({ ...goal, ...change }, days)

it("adds up the days, and continues with the forecast and its interval to the last day", () => {
  expect(curveOf()).toEqual({
    points: [
      { at: Date.parse("2026-11-01"), values: { value: 100, pace: 200 } },
      { at: Date.parse("2026-11-02"), values: { value: 100, pace: 400 } },
      { at: Date.parse("2026-11-03"), values: { value: 300, pace: 600 }, band: [300, 300] },
      { at: Date.parse("2026-11-04"), values: { pace: 800 }, band: [350, 450] },
      { at: Date.parse("2026-11-05"), values: { pace: 1_000, forecast: 500 }, band: [400, 600] },
    ],
    last: { at: Date.parse("2026-11-03"), value: 300 },
  })
})

it("has no band and no forecast without one, and ends with the goal", () => {
  const curve = curveOf({ forecast: null, data_through: "2026-12-24" })
  expect(curve?.points.map(({ values }) => values["value"])).toEqual([100, 100, 300, 300, 300])
  expect(curve?.points.some(({ band }) => band)).toBe(false)
  expect(curve?.last).toEqual({ at: Date.parse("2026-11-05"), value: 300 })
})

it.each<[string, Partial<CurvedGoal>]>([
  ["a ratio, whose days cannot be added", { metric: "engagement_rate" }],
  ["a goal without data", { value: null, data_through: null }],
  ["a goal that starts later", { data_through: "2026-10-31" }],
])("does not exist for %s", (_, change) => {
  expect(curveOf(change)).toBeNull()
})
