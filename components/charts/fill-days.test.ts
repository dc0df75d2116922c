import { expect, it } from "vitest"
import { fillDays } from "./fill-days"

it("returns every day of the period, also across months and a daylight saving change", () => {
  const filled = fillDays([{ date: "2026-03-29", value: 7 }], { from: "2026-03-27", to: "2026-04-02" })
  expect(filled.map((p) => p.date)).toEqual([
    "2026-03-27",
    "2026-03-28",
    "2026-03-29",
    "2026-03-30",
    "2026-03-31",
    "2026-04-01",
    "2026-04-02",
  ])
  expect(filled[2]).toEqual({ date: "2026-03-29", value: 7 })
  expect(filled[3]).toEqual({ date: "2026-03-30" })
})
