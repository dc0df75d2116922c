import { describe, expect, it } from "vitest"
import type { SourceRow } from "../connectors/connector"
import { checkRows } from "./check-rows"

const span = { from: "2026-11-01", to: "2026-11-07" }
const row = (date: string, dims: Record<string, string> = {}, more: Partial<SourceRow> = {}): SourceRow => ({
  date,
  dims,
  values: { sessions: 1 },
  quality: 0,
  ...more,
})
const check = (...rows: SourceRow[]) => checkRows(rows, span)

describe("rows of a platform", () => {
  it("stay as they are when they fit", () => {
    const rows = [
      row("2026-11-01"),
      row("2026-11-07", { page: "/ä" }),
      row("2026-10-26", {}, { grain: "week" }),
      row("2026-10-01", {}, { grain: "month" }),
    ]
    expect(checkRows(rows, span)).toBe(rows)
  })

  it.each(["2026-10-31", "2026-11-08", "1970-01-01", "2026-11-31", "(other)", ""])(
    "are refused with the day %j, which was not asked for",
    (date) => {
      expect(() => check(row(date))).toThrow(/day that was not asked for/)
    },
  )

  it("are refused when a number is too large to be stored", () => {
    expect(() => check(row("2026-11-01", {}, { values: { sessions: 1e308 } }))).toThrow(/too large/)
    expect(() => check(row("2026-11-01", {}, { values: { revenue: -1e15 } }))).toThrow(/too large/)
  })

  it("are refused when one is there twice, as when pages shift during the reading", () => {
    expect(() => check(row("2026-11-01", { query: "a" }), row("2026-11-01", { query: "a" }))).toThrow(/row twice/)
  })

  it("lose the characters that Postgres cannot store, and rows that are then the same are added up", () => {
    const rows = ["a\0b", "ab", "\ud83d", "\ud83e"].map((query) => row("2026-11-01", { query }))
    const week = row("2026-11-01", {}, { grain: "week" })
    expect(check(...rows, week).map(({ dims, grain, values }) => [dims, grain, values])).toEqual([
      [{}, "week", { sessions: 1 }],
      [{ query: "ab" }, undefined, { sessions: 2 }],
      [{ query: "\ufffd" }, undefined, { sessions: 2 }],
    ])
  })
})
