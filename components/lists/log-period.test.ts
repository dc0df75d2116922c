import { expect, it } from "vitest"
import { periodStart, withFixedPeriod } from "./log-period"

it("counts the chosen hours back from the time of the first page", () => {
  const at = String(Date.parse("2026-11-24T12:00:00Z"))
  expect(periodStart({ since: "24", at })).toBe("2026-11-23T12:00:00.000Z")
  expect(withFixedPeriod({ since: "24", at, state: "held" })).toEqual({ since: "24", at, state: "held" })
})

it("ignores a period that is not a choice, and replaces an invalid time by now", () => {
  expect(periodStart({ since: "2" })).toBeUndefined()
  expect(withFixedPeriod({ at: "soon" })).toEqual({ at: "soon" })
  for (const at of ["soon", "-1", "9e99"])
    expect(Number(withFixedPeriod({ since: "1", at }).at)).toBeCloseTo(Date.now(), -4)
})
