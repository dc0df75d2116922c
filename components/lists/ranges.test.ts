import { describe, expect, it, vi } from "vitest"
import { compareFromQuery, lacksLastDays, type PeriodInput, readPeriod } from "./ranges"
import { readDaysWithData } from "./read-days-with-data"

const otherwise = { range: "last_28_days" as const }

it("reads a preset or two dates, with or without the choice custom", () => {
  expect(readPeriod({}, otherwise)).toEqual({ input: otherwise, choice: "last_28_days" })
  expect(readPeriod({ range: "last_month", from: "2026-11-01" }, otherwise)).toEqual({
    input: { range: "last_month" },
    choice: "last_month",
  })
  const days = { from: "2026-11-01", to: "2026-11-20" }
  for (const query of [days, { range: "custom", ...days }])
    expect(readPeriod(query, otherwise)).toEqual({ input: days, choice: "custom", ...days })
  expect(readPeriod({ range: "custom" }, otherwise)).toMatchObject({ input: otherwise, choice: "custom" })
})

it.each([
  [{ from: "2026-11-20", to: "2026-11-01" }, "The end date is before the start date."],
  [{ from: "2026-11-20" }, "Enter a valid start date and a valid end date."],
  [{ from: "2026-02-30", to: "2026-03-30" }, "Enter a valid start date and a valid end date."],
  [{ from: "2020-01-01", to: "2026-01-01" }, "A period has at most 800 days."],
])("does not apply %j, and says why", (query, error) => {
  expect(readPeriod(query, otherwise)).toEqual({
    input: otherwise,
    choice: "custom",
    to: undefined,
    ...query,
    error: `${error} This period was not applied.`,
  })
})

it("applies a period of 800 days, which the operations accept", () => {
  expect(readPeriod({ from: "2024-01-01", to: "2026-03-10" }, otherwise).error).toBeUndefined()
  expect(readPeriod({ from: "2024-01-01", to: "2026-03-11" }, otherwise).error).toBeDefined()
})

describe("days with data", () => {
  const reading = (dataThrough: string | null, period = { from: "2026-10-30", to: "2026-11-26" }) =>
    vi.fn(async (_input: PeriodInput) => ({
      meta: { period, freshness: { data_through: dataThrough } },
    }))

  it("are as many as the preset has, and end with the last day with data", async () => {
    const read = reading("2026-11-25")
    await readDaysWithData({ range: "last_28_days", compare: "previous_period" }, read)
    expect(read.mock.calls).toEqual([
      [{ range: "last_28_days", compare: "previous_period" }],
      [{ from: "2026-10-29", to: "2026-11-25", compare: "previous_period" }],
    ])
  })

  it("of a calendar period that ends today have the same first day", async () => {
    const read = reading("2026-11-26", { from: "2026-11-01", to: "2026-11-27" })
    await readDaysWithData({ range: "this_month" }, read)
    expect(read).toHaveBeenLastCalledWith({ from: "2026-11-01", to: "2026-11-26" })
  })

  it("leave a calendar period without any data as it is", async () => {
    const read = reading("2026-11-30", { from: "2026-12-01", to: "2026-12-01" })
    await readDaysWithData({ range: "this_month" }, read)
    expect(read).toHaveBeenCalledOnce()
  })

  it.each<[string, PeriodInput, string | null]>([
    ["with complete data", { range: "last_28_days" }, "2026-11-26"],
    ["without any data", { range: "last_28_days" }, null],
    ["of a source that stopped long ago", { range: "last_28_days" }, "2026-11-22"],
    ["of a past calendar month", { range: "last_month" }, "2026-11-25"],
    ["with two dates", { from: "2026-10-30", to: "2026-11-26" }, "2026-11-25"],
  ])("leave a period %s as it is", async (_, input, dataThrough) => {
    const read = reading(dataThrough)
    await readDaysWithData(input, read)
    expect(read).toHaveBeenCalledOnce()
  })
})

it("lacks its last days if the data ends earlier, but not if there is no data", () => {
  const endingOn = (data_through: string | null) =>
    lacksLastDays({ period: { from: "2026-10-30", to: "2026-11-26" }, freshness: { data_through } })
  expect(["2026-11-25", "2026-11-26", null].map(endingOn)).toEqual([true, false, false])
})

it("ignores a comparison that is the name of an inherited property", () => {
  expect(compareFromQuery("toString", "none")).toBe("none")
})
