import { expect, it } from "vitest"
import { formatRelative } from "./time"

const now = Date.parse("2026-11-26T19:00:00Z")
const words = (at: string, zone = "UTC") => formatRelative(new Date(at), zone, now)

it("counts days by the calendar of the page's time zone", () => {
  expect(words("2026-11-25T01:00:00Z")).toBe("yesterday")
  expect(words("2026-11-24T23:59:00Z")).toBe("2 days ago")
  expect(words("2026-11-24T23:59:00Z", "Europe/Rome")).toBe("yesterday")
  expect(words("2026-11-28T00:30:00Z")).toBe("in 2 days")
  expect(words("2026-11-25T20:00:00Z"), "23 hours ago").toBe("yesterday")
  expect(words("2026-11-26T16:00:00Z", "Asia/Tokyo"), "3 hours ago, on 27 November in Tokyo").toBe("3 hours ago")
  expect(words("2026-11-26T14:00:00Z", "Asia/Tokyo"), "5 hours ago, on 26 November in Tokyo").toBe("yesterday")
})

it("says minutes within an hour, hours within a day, and the date after a week", () => {
  expect(words("2026-11-26T18:59:30Z")).toBe("just now")
  expect(words("2026-11-26T19:00:30Z")).toBe("in a moment")
  expect(words("2026-11-26T18:45:00Z")).toBe("15 minutes ago")
  expect(formatRelative(new Date("2026-11-25T23:50:00Z"), "UTC", Date.parse("2026-11-26T00:10:00Z"))).toBe(
    "20 minutes ago",
  )
  expect(words("2026-11-26T17:10:00Z"), "no number is rounded up").toBe("1 hour ago")
  expect(words("2026-11-26T00:00:00Z")).toBe("19 hours ago")
  expect(words("2026-11-20T00:00:00Z")).toBe("6 days ago")
  expect(words("2026-11-19T23:00:00Z")).toBe("19 Nov 2026")
})
