import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { readListPeriod, withFixedPeriod } from "./list-period"

const zone = "Europe/Rome"

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-24T23:30:00Z"), toFake: ["Date"] })
})
afterEach(() => {
  vi.useRealTimers()
})

it("counts the chosen hours back from the time of the first page", () => {
  const at = String(Date.parse("2026-11-24T12:00:00Z"))
  expect(readListPeriod({ since: "24", at }, zone)).toMatchObject({ choice: "24", after: "2026-11-23T12:00:00.000Z" })
  expect(withFixedPeriod({ since: "24", at, state: "held" })).toEqual({ since: "24", at, state: "held" })
})

it("ignores a period that is not a choice, and replaces an invalid time by now", () => {
  for (const query of [{}, { since: "2" }, { range: "soon" }, { range: "constructor" }])
    expect(readListPeriod(query, zone)).toEqual({ choice: "", days: {} })
  expect(withFixedPeriod({ at: "soon" })).toEqual({ at: "soon" })
  for (const at of ["soon", "-1", "9e99"]) expect(withFixedPeriod({ since: "1", at }).at).toBe(String(Date.now()))
})

it("starts and ends presets with the days of the time zone, today included", () => {
  // In Rome it is 25 November already.
  expect(readListPeriod({ range: "today" }, zone)).toEqual({
    choice: "today",
    days: { from: "2026-11-25", to: "2026-11-25" },
    from: "2026-11-25",
    to: "2026-11-25",
    after: "2026-11-24T23:00:00.000Z",
    before: "2026-11-25T23:00:00.000Z",
  })
  expect(readListPeriod({ range: "last_7_days" }, zone).days).toEqual({ from: "2026-11-19", to: "2026-11-25" })
  expect(readListPeriod({ range: "this_quarter" }, zone).days.from).toBe("2026-10-01")
  // The clocks of Rome changed in October.
  expect(readListPeriod({ range: "last_month" }, zone)).toMatchObject({
    after: "2026-09-30T22:00:00.000Z",
    before: "2026-10-31T23:00:00.000Z",
  })
})

it("accepts two dates of which one may be missing, with or without the choice custom", () => {
  expect(readListPeriod({ from: "2026-11-01" }, "UTC")).toEqual({
    choice: "custom",
    days: { from: "2026-11-01" },
    from: "2026-11-01",
    after: "2026-11-01T00:00:00.000Z",
  })
  expect(readListPeriod({ since: "custom", from: "2026-11-01", to: "2026-11-02" }, "UTC")).toMatchObject({
    choice: "custom",
    after: "2026-11-01T00:00:00.000Z",
    before: "2026-11-03T00:00:00.000Z",
  })
  expect(readListPeriod({ range: "custom", from: "", to: "" }, zone)).toEqual({ choice: "custom", days: {} })
})

it("says what is wrong with the dates, and does not apply them", () => {
  const reversed = { from: "2026-11-02", to: "2026-11-01" }
  expect(readListPeriod(reversed, zone)).toEqual({
    choice: "custom",
    ...reversed,
    days: {},
    error: "The end date is before the start date. This period was not applied.",
  })
  expect(readListPeriod({ from: "2026-02-30" }, zone).error).toMatch(/valid start date/)
})
