import { expect, it } from "vitest"
import { addDays, daysBetween, firstOfMonth, lengthInDays } from "./days"

it("adds days across months, years and clock changes", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01")
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29")
  expect(addDays("2026-03-28", 2)).toBe("2026-03-30")
})

it("counts the days between two dates, and those of a period", () => {
  expect(daysBetween("2026-11-20", "2026-11-20")).toBe(0)
  expect(daysBetween("2026-10-24", "2026-10-26")).toBe(2)
  expect(lengthInDays("2026-10-24", "2026-10-26")).toBe(3)
})

it("finds the first day of a month, also in another year", () => {
  expect(firstOfMonth("2026-11-20")).toBe("2026-11-01")
  expect(firstOfMonth("2026-11-20", 2)).toBe("2027-01-01")
  expect(firstOfMonth("2026-01-31", -1)).toBe("2025-12-01")
})
