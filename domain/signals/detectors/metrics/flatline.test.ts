import { expect, it } from "vitest"
import { daysFrom, repeated, sessions } from "../testing/days"
import { detectFlatlines } from "./flatline"

/** Finds flat days in values from 5 January 2026 on, delivered up to the last value or to `dataThrough`. */
function flat(values: (number | null)[], dataThrough?: string) {
  const days = daysFrom(values)
  return detectFlatlines(sessions, days, { dataThrough: dataThrough ?? (days.at(-1)?.date as string) })
}
const usual = (n: number) => repeated(n, 28)

it("the detector returns a finding for a zero and for a missing day where at least 20 are usual", () => {
  expect([flat([...usual(20), 0]).length, flat([...usual(20), null]).length]).toEqual([1, 1])
  expect([flat([...usual(19), 0]).length, flat([...usual(20), 1]).length]).toEqual([0, 0])
})

it("a finding needs four weeks of the same weekday", () => {
  expect([flat([...repeated(50, 27), 0]).length, flat([...repeated(50, 28), 0]).length]).toEqual([0, 1])
})

it("the detector counts days that the source has delivered without a row, and not days that are late", () => {
  expect(flat(usual(50), "2026-02-03")[0]).toMatchObject({
    period: { from: "2026-02-02", to: "2026-02-03" },
    evidence: { counts: { days: 2, missing_days: 2 } },
  })
  expect(flat([...usual(50), 0, 0], "2026-02-01")).toEqual([])
  expect(flat([...usual(50), 0, 0], "2026-02-02")[0]?.period.to).toBe("2026-02-02")
})

it("the detector reports consecutive days once, and separate ones separately", () => {
  const found = flat([...usual(50), 0, 0, 50, 0, 50])
  expect(found.map(({ period }) => period)).toEqual([
    { from: "2026-02-02", to: "2026-02-03" },
    { from: "2026-02-05", to: "2026-02-05" },
  ])
})

it("the detector ignores weekdays that are usually empty, and empty series", () => {
  const sundaysClosed = Array.from({ length: 70 }, (_, i) => (i % 7 === 6 ? 0 : 80))
  expect([flat(sundaysClosed), flat(repeated(0, 60)), flat(repeated(null, 60))]).toEqual([[], [], []])
  expect(detectFlatlines(sessions, [], { dataThrough: "2026-01-01" })).toEqual([])
})

it("the detector says whether the value was 0 or missing", () => {
  expect(flat([...usual(50), 0])[0]?.summary).toContain("fell to 0 on 2 February")
  expect(flat([...usual(50), null])[0]?.summary).toContain("Sessions had no data on 2 February")
  expect(flat([...usual(50), 0, null])[0]?.summary).toContain("Sessions fell to 0 or had no data")
  const missingBeforeAndAfter = flat([null, ...usual(50), 0, 50, null])
  expect(missingBeforeAndAfter.map(({ evidence }) => evidence.counts)).toEqual([
    { days: 1, missing_days: 0 },
    { days: 1, missing_days: 1 },
  ])
})

it("a finding describes the days and what is usual", () => {
  expect(flat([...usual(1_200), 0])[0]).toEqual({
    type: "metric_flatline",
    category: "metric",
    severity: "critical",
    direction: "down",
    impact: "negative",
    title: "No sessions recorded",
    summary: "Sessions fell to 0 on 2 February, where 1,200 is usual for this weekday, so tracking may be broken.",
    subject: { kind: "metric", metric_id: "sessions" },
    observed: { value: 0, numerator: null, denominator: null, n: null },
    expected: { value: 1_200, low: null, high: null },
    score: null,
    method: "flatline.v1",
    evidence: { kind: "series", ids: [], counts: { days: 1, missing_days: 0 } },
    dedupe_key: "metric_flatline:sessions:::down",
    period: { from: "2026-02-02", to: "2026-02-02" },
    baseline: { from: "2026-01-05", to: "2026-02-01" },
  })
})
