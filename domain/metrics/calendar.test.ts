import { describe, expect, it } from "vitest"
import { addMonths, dayIn, earliest, lastOfMonth, yearBefore } from "./calendar"

describe("calendar days", () => {
  it("follow the time zone, also on days when its clocks change", () => {
    expect(dayIn("America/Los_Angeles", new Date("2026-03-08T07:59:59Z"))).toBe("2026-03-07")
    expect(dayIn("America/Los_Angeles", new Date("2026-03-09T06:59:59Z"))).toBe("2026-03-08")
    expect(dayIn("Europe/Rome", new Date("2026-10-25T22:59:59Z"))).toBe("2026-10-25")
    expect(dayIn("Europe/Rome", new Date("2026-10-25T23:00:00Z"))).toBe("2026-10-26")
    expect(dayIn("Pacific/Kiritimati", new Date("2026-12-31T10:00:00Z"))).toBe("2027-01-01")
    expect(dayIn("UTC", new Date("2026-12-31T23:59:59.999Z"))).toBe("2026-12-31")
  })

  it("move to the last day of the month when the target month is shorter", () => {
    expect(addMonths("2024-01-31", 1)).toBe("2024-02-29")
    expect(addMonths("2026-03-31", -1)).toBe("2026-02-28")
    expect(addMonths("2026-05-15", -12)).toBe("2025-05-15")
    expect(lastOfMonth("2024-02-01")).toBe("2024-02-29")
    expect(lastOfMonth("2026-04-30")).toBe("2026-04-30")
  })

  it("have an earliest one, unless there is none", () => {
    expect(earliest(["2026-03-02", "2026-02-27", "2026-03-01"])).toBe("2026-02-27")
    expect(earliest([])).toBeNull()
  })

  it("map 29 February to 28 February of the previous year", () => {
    expect(yearBefore("2024-02-29")).toBe("2023-02-28")
    expect(yearBefore("2025-02-28")).toBe("2024-02-28")
  })
})
