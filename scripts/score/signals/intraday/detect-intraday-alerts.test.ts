import { describe, expect, it } from "vitest"
import { seededRandom } from "@/domain/visibility/statistics/seeded-random"
import { detectIntradayAlerts, type Point } from "./detect-intraday-alerts"

const hourMs = 3_600_000

/** A daily pattern with 5% noise. `change` replaces values. */
function series(
  length: number,
  stepMs: number,
  change: (value: number, i: number) => number | null = (v) => v,
): Point[] {
  const random = seededRandom("points")
  return Array.from({ length }, (_, i) => {
    const localTimeMs = Date.parse("2026-01-05") + i * stepMs
    const usual = 100 + 50 * Math.sin(((localTimeMs / hourMs) % 24) / 4)
    return { localTimeMs, value: change(usual * (0.95 + 0.1 * random()), i) }
  })
}

describe.each([
  ["hourly", hourMs],
  ["half-hourly", hourMs / 2],
])("in %s series", (_, step) => {
  const pointsPerDay = (24 * hourMs) / step

  it("a spike and a lasting change are found at their first point", () => {
    const spike = detectIntradayAlerts(series(1_500, step, (value, i) => (i === 1_200 ? 6 * value : value)))
    expect(spike.find(({ index }) => index === 1_200)?.score).toBeGreaterThan(1)
    const shifted = detectIntradayAlerts(series(1_500, step, (value, i) => (i < 1_200 ? value : 4 * value)))
    expect(shifted.some(({ index }) => index === 1_200)).toBe(true)
  })

  it("there is one day of silence after an alert", () => {
    const changing = detectIntradayAlerts(series(1_500, step, (value, i) => value * 1.05 ** Math.max(0, i - 1_000)))
    const gaps = changing.map(({ index }, i) => index - (changing[i - 1]?.index ?? Number.NEGATIVE_INFINITY))
    expect(Math.min(...gaps)).toBeGreaterThan(pointsPerDay)
    expect(changing.length).toBeGreaterThan(1)
  })

  it("there is no alert on the first day", () => {
    const early = detectIntradayAlerts(series(1_500, step, (value, i) => (i === pointsPerDay - 1 ? 50 * value : value)))
    expect(early.every(({ index }) => index >= pointsPerDay)).toBe(true)
  })

  it("an alert depends only on its point and earlier points", () => {
    const points = series(1_500, step, (value, i) => (i === 900 ? 5 * value : value))
    const all = detectIntradayAlerts(points)
    expect(detectIntradayAlerts(points.slice(0, 1_000))).toEqual(all.filter(({ index }) => index < 1_000))
  })
})

it("calm series have at most a few alerts", () => {
  expect(detectIntradayAlerts(series(3_000, hourMs)).length).toBeLessThan(8)
})

it("gaps, constants and short series cause no alert and no error", () => {
  expect(detectIntradayAlerts([])).toEqual([])
  expect(detectIntradayAlerts(series(1, hourMs))).toEqual([])
  expect(detectIntradayAlerts(series(2_000, hourMs, () => 7))).toEqual([])
  expect(detectIntradayAlerts(series(2_000, hourMs, () => null))).toEqual([])
  const gaps = series(1_500, hourMs, (value, i) => (i % 13 === 0 ? null : i === 1_200 ? 8 * value : value))
  expect(detectIntradayAlerts(gaps).some(({ index }) => index === 1_200)).toBe(true)
})

it("daily series use the daily detector", () => {
  const daily = series(200, 24 * hourMs, (value, i) => (i === 190 ? value / 2 : value))
  expect(detectIntradayAlerts(daily).find(({ index }) => index === 190)?.score).toBeLessThan(-4)
})
