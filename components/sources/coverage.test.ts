import { expect, it } from "vitest"
import { type Coverage, coverageDays, coverageMonths, coverageSentence, noDataSentence } from "./coverage"

const span = { from: "2026-10-31", to: "2026-11-27" }
const coverage = (no_data_on: string[] = [], more: Partial<Coverage> = {}): Coverage => ({
  data_source_id: "src_1",
  ...span,
  no_data_on,
  ...more,
})
const noData = (...days: string[]) => noDataSentence(coverage(days))

it("distinguishes days without data from days outside the source's range", () => {
  const days = coverageDays(coverage(["2026-11-02"], { from: "2026-11-01", to: "2026-11-03" }), {
    from: "2026-10-31",
    to: "2026-11-04",
  })
  expect(days.map(({ state }) => state)).toEqual(["outside", "value", "none", "value", "outside"])
  const none = coverageDays(coverage([], { from: null, to: null }), span)
  expect(new Set(none.map(({ state }) => state))).toEqual(new Set(["outside"]))
})

it("counts the days with data, and names the period unless it is the whole span", () => {
  expect(coverageSentence(coverage(["2026-11-03", "2026-11-09"]), span)).toBe("Data on 26 of 28 days.")
  expect(coverageSentence(coverage(), span)).toBe("Data on all 28 days.")
  expect(coverageSentence(coverage(["2026-11-03"]))).toBe("Data on 27 of 28 days from 31 Oct to 27 Nov 2026.")
  expect(coverageSentence(coverage([], { to: "2026-11-25" }), span)).toBe(
    "Data on all 26 days from 31 Oct to 25 Nov 2026.",
  )
  expect(coverageSentence(coverage([], { to: span.from }), span)).toBe("Data on 1 day, 31 Oct 2026.")
  expect(coverageSentence(coverage([], { from: null, to: null }), span)).toBe("No data on these days.")
})

it("names the days without data, and joins days that follow each other", () => {
  expect(noData()).toBeNull()
  expect(noData("2026-11-03")).toBe("No data on 3 Nov.")
  expect(noData("2026-11-03", "2026-11-09")).toBe("No data on 3 and 9 Nov.")
  expect(noData("2026-11-03", "2026-11-09", "2026-11-10")).toBe("No data on 3, 9 and 10 Nov.")
  expect(noData("2026-11-03", "2026-11-09", "2026-11-10", "2026-11-11")).toBe("No data on 3 and 9 to 11 Nov.")
  expect(noData("2026-10-31", "2026-11-01", "2026-11-04")).toBe("No data on 31 Oct, 1 and 4 Nov.")
  expect(noData("2026-10-31", "2026-11-01", "2026-11-02")).toBe("No data on 31 Oct to 2 Nov.")
  expect(noData("2025-12-03", "2026-01-05")).toBe("No data on 3 Dec 2025 and 5 Jan.")
  expect(noData("2025-12-30", "2025-12-31", "2026-01-01")).toBe("No data on 30 Dec 2025 to 1 Jan.")
})

it("counts the days without data when there are many groups of them", () => {
  const days = ["02", "04", "06", "08", "10", "12", "13"].map((day) => `2026-11-${day}`)
  expect(noData(...days.slice(0, 5))).toBe("No data on 2, 4, 6, 8 and 10 Nov.")
  expect(noData(...days)).toBe("No data on 7 days, the last one on 13 Nov.")
})

it("lists the days by month, the latest month first", () => {
  const months = coverageMonths(coverage(["2026-11-03"]), span)
  expect(months.map((days) => [days[0]?.date, days.length])).toEqual([
    ["2026-11-01", 27],
    ["2026-10-31", 1],
  ])
})
