import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { addDays, lengthInDays } from "@/domain/metrics/calendar"
import type { MetricResult } from "@/domain/metrics/query"
import { exampleGoal, type StoredGoal } from "./goal"
import { goalQuery, progressOf } from "./progress"

const { label: _label, unit: _unit, currency: _currency, ...example } = exampleGoal
const goal = (more: Partial<StoredGoal> = {}): StoredGoal => ({
  ...example,
  metric: "sessions",
  target: 3_000,
  ...more,
})

/** Later than all days of the tests, so that all of them are over. */
const today = "2027-01-01"

type Value = { value: number; numerator?: number; denominator?: number }

/** An answer with one value a day from `from` on, whose source has data until its last day, or until `through`. */
function answer(metric: string, from: string, values: Value[], through?: string) {
  const rows = values.map((value, day) => ({ dims: { date: addDays(from, day) }, values: { [metric]: value } }))
  const source = { status: "active", data_through: through ?? addDays(from, values.length - 1) }
  return { table: { rows }, sources: [source], warnings: [] } as unknown as MetricResult
}
const same = (count: number, value = 100) => Array.from({ length: count }, () => ({ value }))

describe("the progress of a goal", () => {
  it("is on plan when every day brings the same", () => {
    // 28 days before November, and its first 10 days.
    expect(progressOf(goal(), answer("sessions", "2026-10-04", same(38)), today)).toEqual({
      value: 1_000,
      progress: 1 / 3,
      expected_share: 1 / 3,
      pacing: 1,
      forecast: { value: 3_000, low: 3_000, high: 3_000, level: 0.8 },
      data_through: "2026-11-10",
    })
  })

  it("compares ratios with the target itself, because they do not grow with time", () => {
    const days = Array.from({ length: 38 }, () => ({ value: 0.5, numerator: 50, denominator: 100 }))
    const ratio = goal({ metric: "engagement_rate", target: 0.5 })
    expect(progressOf(ratio, answer("engagement_rate", "2026-10-04", days), today)).toMatchObject({
      value: 0.5,
      progress: 1,
      pacing: 1,
      forecast: { value: 0.5 },
    })
  })

  it("has no forecast with less than two weeks of data, and none after the last day", () => {
    expect(progressOf(goal(), answer("sessions", "2026-11-01", same(10)), today)).toMatchObject({
      value: 1_000,
      forecast: null,
    })
    expect(progressOf(goal(), answer("sessions", "2026-10-04", same(58)), today)).toMatchObject({
      value: 3_000,
      progress: 1,
      expected_share: 1,
      pacing: 1,
      forecast: null,
    })
  })

  it("has no forecast after the last day, even if that day has no rows", () => {
    expect(progressOf(goal(), answer("sessions", "2026-10-04", same(56), "2026-12-05"), today)).toMatchObject({
      value: 2_800,
      expected_share: 1,
      forecast: null,
      data_through: "2026-12-05",
    })
  })

  it("counts days without rows as 0 until the last day of the data", () => {
    expect(progressOf(goal(), answer("sessions", "2026-10-04", same(38), "2026-11-15"), today)).toMatchObject({
      value: 1_000,
      expected_share: 0.5,
      pacing: 1_000 / 1_500,
      data_through: "2026-11-15",
    })
  })

  it("does not count today, which is not over", () => {
    const result = answer("sessions", "2026-10-04", same(38))
    expect(progressOf(goal(), result, "2026-11-10")).toMatchObject({
      value: 900,
      expected_share: 0.3,
      pacing: 1,
      forecast: { value: 3_000 },
      data_through: "2026-11-09",
    })
  })

  it("is unknown before the first day, without data, and for people, who cannot be added", () => {
    const unknown = { value: null, progress: null, pacing: null, forecast: null }
    expect(progressOf(goal(), answer("sessions", "2026-10-04", same(20)), today)).toMatchObject({
      ...unknown,
      expected_share: 0,
    })
    const nothing = { table: { rows: [] }, sources: [], warnings: [] } as unknown as MetricResult
    expect(progressOf(goal(), nothing, today)).toMatchObject({ ...unknown, data_through: null })
    expect(progressOf(goal({ metric: "users" }), answer("users", "2026-10-04", same(38)), today)).toMatchObject(unknown)
  })

  it("counts every day of the period once", () => {
    let forecasts = 0
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 29, maxLength: 58 }), (values) => {
        const days = values.map((value) => ({ value }))
        const { value, forecast } = progressOf(goal(), answer("sessions", "2026-10-04", days), today)
        expect(value).toBe(values.slice(28).reduce((sum, one) => sum + one, 0))
        if (!forecast) return
        forecasts++
        expect(forecast.low <= forecast.value && forecast.value <= forecast.high).toBe(true)
      }),
    )
    expect(forecasts).toBeGreaterThan(0)
  })
})

describe("the query of a goal", () => {
  it("covers its period and the weeks before it, and at most 800 days", () => {
    const today = { timezone: "UTC", today: "2026-11-10" }
    expect(goalQuery(goal(), today).period).toMatchObject({ from: "2026-09-06", to: "2026-11-30", granularity: "day" })
    const { from, to } = goalQuery(goal({ starts_on: "2024-11-30" }), today).period
    expect(lengthInDays(from, to)).toBeLessThanOrEqual(800)
  })
})
