import { expect, it } from "vitest"
import { fillDates, wholeBuckets } from "./fill-dates"

const dates = (points: { date: string }[], from: string, to: string, bucket: "week" | "month") =>
  fillDates(points, { from, to }, bucket).map(({ date }) => date)

it("returns every day of the period, also across months and a daylight saving change", () => {
  const filled = fillDates([{ date: "2026-03-29", value: 7 }], { from: "2026-03-27", to: "2026-04-02" }, "day")
  expect(filled.map((p) => p.date)).toEqual([
    "2026-03-27",
    "2026-03-28",
    "2026-03-29",
    "2026-03-30",
    "2026-03-31",
    "2026-04-01",
    "2026-04-02",
  ])
  expect(filled[2]).toEqual({ date: "2026-03-29", value: 7 })
  expect(filled[3]).toEqual({ date: "2026-03-30" })
})

it("returns every week and every month of the period", () => {
  const weeks = [{ date: "2026-11-09" }, { date: "2026-11-16" }, { date: "2026-11-30" }]
  expect(dates(weeks, "2026-10-28", "2026-12-02", "week")).toEqual([
    "2026-10-26",
    "2026-11-02",
    "2026-11-09",
    "2026-11-16",
    "2026-11-23",
    "2026-11-30",
  ])
  const months = [{ date: "2026-10-01" }, { date: "2026-12-01" }]
  expect(dates(months, "2026-09-15", "2027-01-20", "month")).toEqual([
    "2026-09-01",
    "2026-10-01",
    "2026-11-01",
    "2026-12-01",
    "2027-01-01",
  ])
})

it("adds the missing days between Mondays", () => {
  const mondays = [{ date: "2026-11-02" }, { date: "2026-11-09" }]
  expect(fillDates(mondays, { from: "2026-11-01", to: "2026-11-10" }, "day")).toHaveLength(10)
})

it("leaves out weeks and months that are only partly in the period", () => {
  const left = (days: string[], from: string, to: string, bucket: "day" | "week" | "month") =>
    wholeBuckets(
      days.map((date) => ({ date })),
      { from, to },
      bucket,
    ).map(({ date }) => date)
  const weeks = ["2026-11-02", "2026-11-09", "2026-11-16", "2026-11-23"]
  expect(left(weeks, "2026-11-03", "2026-11-28", "week")).toEqual(["2026-11-09", "2026-11-16"])
  expect(left(weeks, "2026-11-02", "2026-11-29", "week")).toEqual(weeks)
  expect(left(["2026-09-01", "2026-10-01", "2026-11-01"], "2026-09-01", "2026-11-29", "month")).toEqual([
    "2026-09-01",
    "2026-10-01",
  ])
  expect(left(["2026-11-01", "2026-11-02"], "2026-11-01", "2026-11-02", "day")).toEqual(["2026-11-01", "2026-11-02"])
})

it("leaves out no week if fewer than two are whole", () => {
  const weeks = [{ date: "2026-11-02" }, { date: "2026-11-09" }]
  expect(wholeBuckets(weeks, { from: "2026-11-02", to: "2026-11-14" }, "week")).toEqual(weeks)
})
