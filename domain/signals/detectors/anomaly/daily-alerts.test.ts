import { describe, expect, it } from "vitest"
import { seededRandom } from "@/domain/visibility/statistics/seeded-random"
import { repeated } from "../testing/days"
import { detectDailyAlerts } from "./daily-alerts"

/** A weekly pattern around 1,000 with noise, whose standard deviation is 5% by default. */
function noisy(days: number, seed = "daily", deviation = 0.05): number[] {
  const random = seededRandom(seed)
  const week = [1.1, 1.2, 1.1, 1, 1.3, 0.6, 0.5]
  return Array.from({ length: days }, (_, i) => {
    const noise = random() + random() + random() + random() - 2
    return 1_000 * (week[i % 7] as number) * Math.exp(1.74 * deviation * noise)
  })
}

const alertsOnLast = (values: (number | null)[], last: number) =>
  detectDailyAlerts([...values, last]).filter(({ index }) => index === values.length)

describe("one unusual day", () => {
  const values = noisy(200)
  const usual = values[193] as number // the same weekday a week earlier

  it("is found below and above its expected value", () => {
    const [drop] = alertsOnLast(values, usual / 2)
    const [rise] = alertsOnLast(values, usual * 2)
    expect(drop?.score).toBeLessThan(-6)
    expect(rise?.score).toBeGreaterThan(6)
    expect(drop?.expected).toBeGreaterThan(0.9 * usual)
    expect(drop?.expected).toBeLessThan(1.1 * usual)
  })

  it("is found exactly when it lies outside the expected range", () => {
    const [{ low, high } = { low: 0, high: 0 }] = alertsOnLast(values, usual / 2)
    expect(low).toBeLessThan(usual / 1.15)
    expect(high).toBeGreaterThan(usual * 1.1)
    expect(
      [low * 0.9999, low * 1.0001, high * 0.9999, high * 1.0001].map((v) => alertsOnLast(values, v).length),
    ).toEqual([1, 0, 0, 1])
  })

  it("does not depend on the unit of the series", () => {
    const small = values.map((value) => value / 50_000)
    expect(alertsOnLast(small, usual / 100_000)[0]?.score).toBeCloseTo(
      alertsOnLast(values, usual / 2)[0]?.score ?? 0,
      9,
    )
  })

  it("may be a zero", () => {
    expect(alertsOnLast(values, 0)[0]?.score).toBeLessThan(-20)
  })
})

it("a series has no alert below a change of 15%, however steady it is", () => {
  const steady = repeated(100, 120)
  // An offset of 2 is added before the comparison.
  const low = 102 / 1.15 - 2
  const high = 102 * 1.15 - 2
  expect([low - 0.01, low + 0.01, high - 0.01, high + 0.01].map((v) => alertsOnLast(steady, v).length)).toEqual([
    1, 0, 0, 1,
  ])
  expect(alertsOnLast(steady, low - 0.01)[0]?.score).toBeCloseTo(-Math.log(102 / (low + 1.99)) / 0.03, 6)
})

it("an alert needs a weekly pattern, a level, a spread and five weeks of deviations", () => {
  const alerts = (days: number) => alertsOnLast(repeated(100, days), 10).length
  const first = Array.from({ length: 150 }, (_, days) => days).find((days) => alerts(days) === 1)
  expect(first).toBe(73)
})

it("a series that becomes bursty after a steady start has few alerts", () => {
  const random = seededRandom("bursty")
  const bursty = Array.from({ length: 500 }, (_, i) => (i < 100 ? 100 : 100 * Math.exp(2 * random() - 1)))
  expect(detectDailyAlerts(bursty).filter(({ index }) => index >= 200).length).toBeLessThan(12)
})

it("extreme days in the first months do not hide halved days", () => {
  let [found, halved] = [0, 0]
  for (const seed of ["first", "second", "third", "fourth"]) {
    const values = noisy(250, seed, 0.1).map((value, i) => ([90, 110, 130].includes(i) ? 0.4 * value : value))
    for (let i = 150; i < 250; i++) {
      halved++
      found += alertsOnLast(values.slice(0, i), (values[i] as number) / 2).length
    }
  }
  expect(found / halved).toBeGreaterThan(0.9)
})

it("a weekday with a varying effect needs a larger drop than a regular one", () => {
  // Sundays are twice as high in every other week. Saturdays have the same level every week.
  const values = noisy(210).map((value, i) => (i % 14 === 6 ? 2 * value : value))
  const lowOn = (days: number) => {
    const [alert] = alertsOnLast(values.slice(0, days), 1)
    return (alert?.low ?? 0) / (alert?.expected ?? 1)
  }
  expect(lowOn(201)).toBeGreaterThan(0.75)
  expect(lowOn(202)).toBeLessThan(0.65)
})

it("a day is compared only with the days before it", () => {
  const values = noisy(400)
  values[250] = 100
  const all = detectDailyAlerts(values)
  expect(detectDailyAlerts(values.slice(0, 300))).toEqual(all.filter(({ index }) => index < 300))
})

it("a larger budget gives more alerts, and a lasting change gives few", () => {
  const count = (alertsPerMonth: number) => detectDailyAlerts(noisy(800, "budget", 0.1), { alertsPerMonth }).length
  expect(count(4)).toBeGreaterThan(count(0.1))
  const shifted = noisy(300).map((value, i) => (i < 200 ? value : value / 3))
  const found = detectDailyAlerts(shifted).filter(({ index }) => index >= 200)
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThan(10)
  expect(found[0]?.index).toBe(200)
})

it("gaps, zeros, constants and short series cause no alert and no error", () => {
  expect([[], [5], repeated(null, 200), repeated(0, 200), repeated(7, 300)].map((v) => detectDailyAlerts(v))).toEqual([
    [],
    [],
    [],
    [],
    [],
  ])
  const gaps = noisy(300).map((value, i) => (i % 11 === 0 ? null : value))
  expect(detectDailyAlerts([...gaps, 100]).at(-1)?.index).toBe(300)
  expect(detectDailyAlerts(gaps).every(({ index }) => gaps[index] !== null)).toBe(true)
})

it("the detector gives the recorded alerts of a growing series with bursts, gaps and zeros", () => {
  const random = seededRandom("recorded")
  const values = noisy(420, "recorded").map((value, i) => {
    const burst = random() < 0.04 ? 1 + 4 * random() : 1
    const isMissing = i === 5 || i === 30 || (i > 120 && i < 124) || random() < 0.03
    return isMissing ? null : i === 200 ? 0 : value * burst * Math.exp(i / 300)
  })
  const found = detectDailyAlerts(values, { alertsPerMonth: 1 })
  const rounded = found.map(({ index, ...one }) => [
    index,
    ...[one.score, one.expected, one.low, one.high].map((n) => Math.round(n * 100) / 100),
  ])
  expect(rounded).toMatchInlineSnapshot(`
    [
      [
        200,
        -73.66,
        2506.45,
        2103.41,
        9769.59,
      ],
      [
        289,
        17.84,
        2625.83,
        2193.28,
        11271.95,
      ],
      [
        391,
        28.74,
        1810.82,
        1463.94,
        4608,
      ],
    ]
  `)
})
