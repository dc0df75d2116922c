import { describe, expect, it } from "vitest"
import { findLastFinalDay, nextChunk, nextWindow, yesterdayOf } from "./sync-window"

const source = {
  account_timezone: "Europe/Rome",
  lookback_days: 7,
  history_from: "2026-01-01",
  data_from: "2026-01-01",
  data_through: "2026-11-19",
}
const noon = new Date("2026-11-21T12:00:00Z")

describe("the window of a sync", () => {
  it("ends yesterday in the account's time zone", () => {
    const justBeforeMidnight = new Date("2026-11-20T10:59:00Z")
    expect(yesterdayOf("Pacific/Auckland", justBeforeMidnight)).toBe("2026-11-19")
    expect(yesterdayOf("Pacific/Auckland", new Date("2026-11-20T11:00:00Z"))).toBe("2026-11-20")
    expect(yesterdayOf("America/Los_Angeles", justBeforeMidnight)).toBe("2026-11-19")
    expect(yesterdayOf("America/Los_Angeles", new Date("2026-11-20T07:59:00Z"))).toBe("2026-11-18")
  })

  it("covers the look-back days", () => {
    expect(nextWindow(source, noon)).toEqual({ from: "2026-11-14", to: "2026-11-20" })
  })

  it("looks back from the first missed day", () => {
    expect(nextWindow({ ...source, data_through: "2026-11-02" }, noon)).toEqual({
      from: "2026-10-28",
      to: "2026-11-20",
    })
  })

  it("covers the history until all of it is stored", () => {
    const history = { from: "2026-01-01", to: "2026-11-20" }
    expect(nextWindow({ ...source, data_from: null, data_through: null }, noon)).toEqual(history)
    expect(nextWindow({ ...source, data_from: "2026-06-01" }, noon)).toEqual(history)
  })
})

it("the parts of a window run from its end to its start, without gaps", () => {
  const window = { window_from: "2026-11-01", window_to: "2026-11-20" }
  expect(nextChunk({ ...window, done_from: null }, 14)).toEqual({ from: "2026-11-07", to: "2026-11-20" })
  expect(nextChunk({ ...window, done_from: "2026-11-07" }, 14)).toEqual({ from: "2026-11-01", to: "2026-11-06" })
  expect(nextChunk({ ...window, done_from: "2026-11-01" }, 14)).toBeNull()
})

it("final are only days that have settled before yesterday", () => {
  expect(findLastFinalDay("Europe/Rome", 3, noon)).toBe("2026-11-17")
})
