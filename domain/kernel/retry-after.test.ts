import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { retryAfterSeconds } from "./retry-after"

const now = Date.UTC(2026, 10, 21, 12, 0, 0)

describe("Retry-After", () => {
  it.each([
    ["1", 1],
    ["120", 120],
    [" 120 ", 120],
    ["86400", 86_400],
    ["86401", 86_400],
    ["315360000", 86_400],
    ["9".repeat(400), 86_400],
    ["Sat, 21 Nov 2026 12:00:30 GMT", 30],
    ["Saturday, 21-Nov-26 12:00:30 GMT", 30],
    ["Sat Nov 21 12:00:30 2026", 30],
    ["Sun, 22 Nov 2026 12:00:00 GMT", 86_400],
    ["Sat, 21 Nov 2036 12:00:00 GMT", 86_400],
  ])("%j asks for %d seconds", (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds)
  })

  it.each([
    undefined,
    "",
    "0",
    "-5",
    "+5",
    "1.5",
    "1e3",
    "0x10",
    "soon",
    "5 minutes",
    "120, 130",
    "Sat, 21 Nov 2026 12:00:00 GMT",
    "Sat, 21 Nov 2026 11:59:59 GMT",
    "Thu, 01 Jan 1970 00:00:00 GMT",
    "Sat, 21 Xyz 2026 12:00:30 GMT",
    "Sat, 21 Nov 2026 12:00:30 +0100",
    "2026-11-21T12:00:30Z",
    "xSat, 21 Nov 2026 12:00:30 GMT",
    "Sat, 21 Nov 2026 12:00:30 GMT (x)",
    "xSaturday, 21-Nov-26 12:00:30 GMT",
    "Saturday, 21-Nov-26 12:00:30 GMT (x)",
    "xSat Nov 21 12:00:30 2026",
    "Sat Nov 21 12:00:30 2026 (x)",
    "NaN",
    "Infinity",
  ])("%j is ignored", (header) => {
    expect(retryAfterSeconds(header, now)).toBeNull()
  })

  it("does not depend on the time zone of the machine", () => {
    const zone = process.env["TZ"]
    try {
      process.env["TZ"] = "America/New_York"
      for (const date of [
        "Sat, 21 Nov 2026 12:00:30 GMT",
        "Saturday, 21-Nov-26 12:00:30 GMT",
        "Sat Nov 21 12:00:30 2026",
      ])
        expect([date, retryAfterSeconds(date, now)]).toEqual([date, 30])
    } finally {
      process.env["TZ"] = zone
      if (zone === undefined) delete process.env["TZ"]
    }
  })

  it("is always from one second to one day, or ignored", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.date({ noInvalidDate: true }).map((d) => d.toUTCString()),
        ),
        (header) => {
          const seconds = retryAfterSeconds(header, now)
          if (seconds !== null) expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 86_400).toBe(true)
        },
      ),
    )
  })
})
