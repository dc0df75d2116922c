import { expect, it } from "vitest"
import { formatScheduled } from "./format-date"

it("names the weekday, the day and the time in the time zone", () => {
  expect(formatScheduled(new Date("2026-11-30T04:00:00Z"), "Europe/Rome")).toBe("Mon 30 Nov, 05:00")
  expect(formatScheduled(new Date("2026-11-30T23:30:00Z"), "Europe/Rome")).toBe("Tue 1 Dec, 00:30")
})
