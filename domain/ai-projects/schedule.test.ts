import { describe, expect, it } from "vitest"
import { nextOccurrence, type Schedule } from "./schedule"

/** Returns the next scheduled times after a moment, in order. */
function occurrences(schedule: Schedule, timezone: string, after: string, count: number) {
  let occurrence = new Date(after)
  return Array.from({ length: count }, () => {
    occurrence = nextOccurrence(schedule, timezone, occurrence) as Date
    return occurrence.toISOString().slice(0, 16)
  })
}

describe("nextOccurrence", () => {
  it("returns null for a manual schedule", () => {
    expect(nextOccurrence({ every: "manual", hour: 6 }, "UTC", new Date())).toBeNull()
  })

  it("defaults to 06:00, Monday, and the first day of the month", () => {
    const after = "2026-11-21T12:00Z"
    expect(occurrences({ every: "daily" }, "Europe/Rome", after, 2)).toEqual(["2026-11-22T05:00", "2026-11-23T05:00"])
    expect(occurrences({ every: "weekly" }, "UTC", after, 2)).toEqual(["2026-11-23T06:00", "2026-11-30T06:00"])
    expect(occurrences({ every: "monthly" }, "UTC", after, 2)).toEqual(["2026-12-01T06:00", "2027-01-01T06:00"])
  })

  it("returns a later time than the given moment, a week later for a weekly schedule", () => {
    expect(occurrences({ every: "weekly", weekday: 7, hour: 23 }, "UTC", "2026-11-22T23:00Z", 1)).toEqual([
      "2026-11-29T23:00",
    ])
    expect(occurrences({ every: "daily", hour: 6 }, "UTC", "2026-11-22T05:59:59.999Z", 1)).toEqual(["2026-11-22T06:00"])
  })

  it("runs once on the day when daylight saving skips 02:30", () => {
    const half = { every: "daily", hour: 2, minute: 30 } as const
    expect(occurrences(half, "Europe/Rome", "2026-03-28T00:00Z", 3)).toEqual([
      "2026-03-28T01:30",
      "2026-03-29T01:00", // 03:00 in Rome
      "2026-03-30T00:30",
    ])
    expect(occurrences(half, "America/New_York", "2026-03-07T12:00Z", 2)).toEqual([
      "2026-03-08T07:00",
      "2026-03-09T06:30",
    ])
    expect(
      occurrences({ every: "weekly", weekday: 7, hour: 2, minute: 30 }, "Europe/Rome", "2026-03-23T00:00Z", 2),
    ).toEqual(["2026-03-29T01:00", "2026-04-05T00:30"])
    expect(occurrences({ every: "daily", hour: 0 }, "Africa/Cairo", "2026-04-23T00:00Z", 2)).toEqual([
      "2026-04-23T22:00",
      "2026-04-24T21:00",
    ])
  })

  it("runs once on the day when 02:30 occurs twice", () => {
    const half = { every: "daily", hour: 2, minute: 30 } as const
    const expected = ["2026-10-24T00:30", "2026-10-25T00:30", "2026-10-26T01:30"]
    expect(occurrences(half, "Europe/Rome", "2026-10-23T12:00Z", 3)).toEqual(expected)
    expect(occurrences(half, "Europe/Rome", "2026-10-25T00:31Z", 1)).toEqual(["2026-10-26T01:30"])
    expect(occurrences(half, "Europe/Rome", "2026-10-25T01:29Z", 1)).toEqual(["2026-10-26T01:30"])
  })

  it("uses the last day of months that are too short", () => {
    const on = (day: number, after: string, count: number) =>
      occurrences({ every: "monthly", day, hour: 0 }, "UTC", after, count).map((occurrence) => occurrence.slice(0, 10))
    expect(on(31, "2027-01-15T00:00Z", 4)).toEqual(["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"])
    expect(on(30, "2028-01-30T00:00Z", 3)).toEqual(["2028-02-29", "2028-03-30", "2028-04-30"])
    expect(on(29, "2027-01-30T00:00Z", 2)).toEqual(["2027-02-28", "2027-03-29"])
    expect(on(29, "2028-01-30T00:00Z", 2)).toEqual(["2028-02-29", "2028-03-29"])
    expect(on(28, "2028-01-30T00:00Z", 2)).toEqual(["2028-02-28", "2028-03-28"])
  })

  it("crosses the year in the schedule's time zone", () => {
    expect(occurrences({ every: "daily", hour: 0 }, "Asia/Tokyo", "2026-12-31T14:59:59Z", 2)).toEqual([
      "2026-12-31T15:00",
      "2027-01-01T15:00",
    ])
    expect(occurrences({ every: "monthly", hour: 6 }, "Pacific/Auckland", "2026-12-20T00:00Z", 2)).toEqual([
      "2026-12-31T17:00",
      "2027-01-31T17:00",
    ])
    expect(
      occurrences({ every: "weekly", weekday: 4, hour: 23 }, "America/Los_Angeles", "2026-12-31T12:00Z", 2),
    ).toEqual(["2027-01-01T07:00", "2027-01-08T07:00"])
  })
})
