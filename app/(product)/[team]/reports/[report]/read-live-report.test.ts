import { expect, it, vi } from "vitest"
import { readLiveReport } from "./read-live-report"

it("returns the days with data, and the commentary of the requested period", async () => {
  const requested = { from: "2026-10-30", to: "2026-11-26" }
  const getData = vi.fn(async ({ from, to }: { from?: string; to?: string }) => ({
    data: { commentary: from ? [] : [{ markdown: "A good month.", period: requested }] },
    meta: { period: from && to ? { from, to } : requested, freshness: { data_through: "2026-11-25" } },
  }))
  const { data, meta } = await readLiveReport({ reports: { getData } } as never, "rpt_1", { range: "last_28_days" })
  expect(getData).toHaveBeenCalledTimes(2)
  expect(meta.period).toEqual({ from: "2026-10-29", to: "2026-11-25" })
  expect(data.commentary).toMatchObject([{ markdown: "A good month." }])
})
