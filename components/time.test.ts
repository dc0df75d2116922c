import { expect, it } from "vitest"
import { formatRelative } from "./time"

const now = Date.parse("2026-11-26T19:00:00Z")
const words = (at: string, zone = "UTC") => formatRelative(new Date(at), zone, now)

it("counts days by the calendar of the user's time zone", () => {
  expect(words("2026-11-25T01:00:00Z")).toBe("yesterday")
  expect(words("2026-11-24T23:59:00Z")).toBe("2 days ago")
  expect(words("2026-11-24T23:59:00Z", "Europe/Rome")).toBe("yesterday")
  expect(words("2026-11-28T00:30:00Z")).toBe("in 2 days")
})

it("says hours and minutes within a day, and the date after a week", () => {
  expect(words("2026-11-26T18:59:30Z")).toBe("just now")
  expect(words("2026-11-26T19:00:30Z")).toBe("in a moment")
  expect(words("2026-11-26T18:45:00Z")).toBe("15 minutes ago")
  expect(words("2026-11-25T20:00:00Z")).toBe("23 hours ago")
  expect(words("2026-11-19T18:00:00Z")).toBe("19 Nov 2026")
})
