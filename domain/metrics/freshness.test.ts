import { expect, it } from "vitest"
import { dataThrough, finalThrough } from "./freshness"
import type { Source } from "./query-context"

const source = (data_through: string | null, more: Partial<Source> = {}): Source => ({
  id: "dsc_1",
  display_name: "Source",
  provider: "google_ads",
  status: "active",
  account_currency: "EUR",
  sync_frequency: "daily",
  data_through,
  final_through: data_through,
  last_success_at: null,
  breakdowns: {},
  ...more,
})

/** The last day that the sources have reached together. Both functions return the same day for these sources. */
function through(...sources: Source[]) {
  expect(finalThrough(sources)).toBe(dataThrough(sources))
  return dataThrough(sources)
}

it("data reach the last day that all sources have reached", () => {
  expect(through()).toBeNull()
  expect(through(source("2026-11-25"), source("2026-11-20"))).toBe("2026-11-20")
  expect(through(source("2026-11-25"), source(null))).toBeNull()
})

it("disconnected sources are not waited for, unless there is no other", () => {
  const old = source("2026-09-01", { status: "disconnected" })
  expect(through(source("2026-11-25"), old)).toBe("2026-11-25")
  expect(through(old)).toBe("2026-09-01")
})

it("paused sources and files are left out if their data end more than 100 days before the newest data", () => {
  const current = source("2026-11-25")
  for (const more of [{ sync_frequency: "manual" }, { status: "paused" }] as const) {
    expect(through(current, source("2026-08-17", more))).toBe("2026-08-17")
    expect(through(current, source("2026-08-16", more))).toBe("2026-11-25")
    expect(through(source("2026-08-16", more))).toBe("2026-08-16")
  }
  expect(through(current, source("2026-08-16"))).toBe("2026-08-16")
})
