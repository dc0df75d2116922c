import { expect, it } from "vitest"
import { formatLongPeriod, formatScheduled } from "./format-date"

it("names the weekday, the day and the time in the time zone", () => {
  expect(formatScheduled(new Date("2026-11-30T04:00:00Z"), "Europe/Rome")).toBe("Mon 30 Nov, 05:00")
  expect(formatScheduled(new Date("2026-11-30T23:30:00Z"), "Europe/Rome")).toBe("Tue 1 Dec, 00:30")
})

it.each([
  ["2026-10-31", "2026-11-27", "31 October to 27 November 2026"],
  ["2025-12-01", "2026-01-31", "1 December 2025 to 31 January 2026"],
  ["2026-11-01", "2026-11-30", "1 to 30 November 2026"],
  ["2026-11-27", "2026-11-27", "27 November 2026"],
])("names the period from %s to %s as %s", (from, to, text) => {
  expect(formatLongPeriod({ from, to })).toBe(text)
})
