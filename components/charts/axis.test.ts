import { expect, it } from "vitest"
import { formatShort } from "@/domain/metrics/format-value"
import { dateAxis, valueAxis } from "./axis"

const days = (from: string, count: number) => Array.from({ length: count }, (_, i) => Date.parse(from) + i * 86_400_000)
const labels = (points: number[]) => dateAxis(points).ticks.map(dateAxis(points).format)

it("has round steps that cover zero and all values", () => {
  expect(valueAxis([3, 37.2], "number").ticks).toEqual([0, 10, 20, 30, 40])
  expect(valueAxis([881, 12_340], "money").ticks).toEqual([0, 5_000, 10_000, 15_000])
  expect(valueAxis([0.117, 0.243], "ratio").ticks).toEqual([0, 0.1, 0.2, 0.3])
  expect(valueAxis([-4, 7], "number").ticks).toEqual([-5, 0, 5, 10])
})

it("ends at the last step", () => {
  for (const values of [[1], [99], [0.0031], [123_456], [7, 8, 9], [null, 42]]) {
    const { ticks, domain } = valueAxis(values, "number")
    expect([ticks[0], ticks.at(-1)]).toEqual(domain)
    expect(ticks.length).toBeGreaterThan(2)
    expect(ticks.length).toBeLessThan(8)
  }
})

it("has no fractions of counts, and steps of whole minutes for times", () => {
  expect(valueAxis([0, 1], "count").ticks).toEqual([0, 1])
  expect(valueAxis([2], "count").ticks).toEqual([0, 1, 2])
  expect(valueAxis([431], "seconds").ticks).toEqual([0, 120, 240, 360, 480])
})

it("has a different label at each step of small values", () => {
  const units = [
    { unit: "money", currency: "EUR" },
    { unit: "number", currency: null },
    { unit: "ratio", currency: null },
  ] as const
  for (const unit of units)
    for (const value of [0.0012, 0.012, 0.05, 0.09, 0.12, 0.2, 0.7, 1.2, 3.4]) {
      const axisLabels = valueAxis([value], unit.unit).ticks.map((tick) => formatShort(tick, unit))
      expect(new Set(axisLabels).size).toBe(axisLabels.length)
    }
})

it("has an axis without values, and for zeros", () => {
  expect(valueAxis([], "number").domain).toEqual([0, 1])
  expect(valueAxis([0, 0, null], "ratio").domain).toEqual([0, 1])
})

it("labels the points themselves when they are few", () => {
  expect(labels(days("2026-11-20", 3))).toEqual(["20 Nov", "21 Nov", "22 Nov"])
})

it("labels Mondays, firsts of a month or firsts of a year when there are more", () => {
  expect(labels(days("2026-10-28", 28))).toEqual(["2 Nov", "9 Nov", "16 Nov", "23 Nov"])
  expect(labels(days("2026-10-28", 365))).toContain("Jan 2027")
  expect(labels(days("2026-10-28", 365))[0]).toBe("Nov")
  expect(labels(days("2016-01-01", 3_000))).toEqual([
    "2016",
    "2017",
    "2018",
    "2019",
    "2020",
    "2021",
    "2022",
    "2023",
    "2024",
  ])
})

it("labels points of a single day with their time", () => {
  expect(labels([Date.parse("2026-11-20T08:00:00Z"), Date.parse("2026-11-20T14:05:00Z")])).toEqual([
    "08:00 UTC",
    "14:05 UTC",
  ])
})
