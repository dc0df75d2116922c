import { expect, it } from "vitest"
import { rangeFromQuery } from "./chart-ranges"

const now = Date.parse("2026-11-28T12:00:00Z")
const at = (time: string | null) => ({ last_success_at: null, last_failure_at: time })

it("charts show the period in the URL, or else the shortest one with an attempt", () => {
  expect(rangeFromQuery("30d", at("2026-11-28T11:00:00Z"), now)).toBe("30d")
  expect(rangeFromQuery(undefined, at("2026-11-28T11:00:00Z"), now)).toBe("24h")
  expect(rangeFromQuery(undefined, at("2026-11-27T05:11:00Z"), now)).toBe("7d")
  expect(rangeFromQuery("year", at("2026-11-13T05:11:00Z"), now)).toBe("30d")
  const both = { last_success_at: "2026-11-28T11:00:00Z", last_failure_at: "2026-11-13T05:11:00Z" }
  expect(rangeFromQuery(undefined, both, now)).toBe("24h")
  expect(rangeFromQuery(undefined, at(null), now)).toBe("24h")
})
