import { describe, expect, it } from "vitest"
import { readListPeriod } from "@/components/lists/list-period"
import { type CallQuery, callFilters, isFiltered, kindChoices, resultChoices } from "./call-filters"

function filtersOf(query: CallQuery) {
  const { cursor: _, sort: _sort, ...filters } = callFilters(query, readListPeriod(query, "Europe/Rome"))
  return filters
}

describe("the filters of the log of calls", () => {
  it.each<[CallQuery, object]>([
    [{}, {}],
    [{ app: "cgr_1" }, { grant_id: "cgr_1" }],
    [{ tool: " run_scan " }, { name: "run_scan" }],
    [{ tool: "   " }, {}],
    [{ kind: "change" }, { is_write: true }],
    [{ kind: "read" }, { is_write: false }],
    [{ kind: "all" }, {}],
    [{ result: "failed" }, { failed: true }],
    [{ result: "ok" }, { failed: false }],
    [{ result: "declined" }, {}],
    [
      { app: "cgr_1", tool: "run_scan", kind: "change", result: "failed" },
      { grant_id: "cgr_1", name: "run_scan", is_write: true, failed: true },
    ],
  ])("%j is %j for the operation", (query, filters) => expect(filtersOf(query)).toEqual(filters))

  it("convert days to times in the team's time zone, the last day included", () => {
    const filters = filtersOf({ since: "custom", from: "2026-11-02", to: "2026-11-03" })
    expect(timesOf(filters)).toEqual(["2026-11-01T23:00:00.000Z", "2026-11-03T23:00:00.000Z"])
    expect(timesOf(filtersOf({ since: "custom", from: "2026-11-02" }))).toEqual(["2026-11-01T23:00:00.000Z", null])
  })

  it("count hours back from the time of the page, so that its other pages have the same calls", () => {
    const filters = filtersOf({ since: "24", at: String(Date.parse("2026-11-03T12:00:00Z")) })
    expect(timesOf(filters)).toEqual(["2026-11-02T12:00:00.000Z", null])
  })

  it("shorten texts to what the operation accepts", () => {
    const { grant_id, name } = filtersOf({ app: "x".repeat(100), tool: "y".repeat(300) })
    expect([grant_id?.length, name?.length]).toEqual([60, 200])
  })

  it("keep the cursor of the list of calls", () => {
    expect(callFilters({ calls: "next" }, readListPeriod({}, "UTC"))).toMatchObject({ cursor: "next" })
  })

  it.each<[CallQuery, string]>([
    [{}, "-created_at"],
    [{ order: "-duration_ms" }, "-duration_ms"],
    [{ order: "name" }, "-created_at"],
    // The order of the connected apps.
    [{ sort: "created_at" }, "-created_at"],
  ])("%j sorts by %s", (query, sort) => expect(callFilters(query, readListPeriod({}, "UTC")).sort).toBe(sort))

  it("have every choice that the page offers", () => {
    for (const kind of Object.keys(kindChoices)) expect(filtersOf({ kind })).toHaveProperty("is_write")
    for (const result of Object.keys(resultChoices)) expect(filtersOf({ result })).toHaveProperty("failed")
  })

  it("count as set, except for the sort order and the cursor", () => {
    expect([{}, { sort: "created_at" }, { calls: "next" }].map(isFiltered)).toEqual([false, false, false])
    expect([{ app: "cgr_1" }, { since: "24" }, { kind: "read" }].map(isFiltered)).toEqual([true, true, true])
  })
})

const timesOf = ({ created_after, created_before }: { created_after?: string; created_before?: string }) =>
  [created_after, created_before].map((time) => (time ? new Date(time).toISOString() : null))
