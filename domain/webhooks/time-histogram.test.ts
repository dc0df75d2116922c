import fc from "fast-check"
import { expect, it } from "vitest"
import { inTeam, rows, sql } from "@/prisma/client"
import { bucketOf, largestError, percentile, sumOf } from "./time-histogram"

const times = fc.array(fc.double({ min: 0.1, max: 60_000, noNaN: true }), { minLength: 1, maxLength: 200 })

/**
 * Builds a histogram as the product does. `exactly` returns the percentile that Postgres computes from the same times.
 */
async function histogramOf(ms: number[]) {
  const counts = await inTeam("none", () =>
    rows<{ bucket: number; count: number }>(
      sql`select ${bucketOf(sql`ms`)} as bucket, count(*) as count from unnest(${ms}::real[]) as t(ms) group by 1`,
    ),
  )
  return new Map(counts.map(({ bucket, count }) => [bucket, count]))
}
async function exactly(ms: number[], share: number) {
  const [found] = await inTeam("none", () =>
    rows<{ ms: number }>(
      sql`select percentile_cont(${share}) within group (order by ms) as ms from unnest(${ms}::real[]) as t(ms)`,
    ),
  )
  return found?.ms ?? 0
}

it("every percentile is within the stated error, also for sums of histograms", async () => {
  const shares = fc.constantFrom(0, 0.25, 0.5, 0.95, 0.99, 1)
  await fc.assert(
    fc.asyncProperty(times, times, shares, async (one, other, share) => {
      const estimated = percentile(sumOf([await histogramOf(one), await histogramOf(other)]), share) ?? 0
      const exact = await exactly([...one, ...other], share)
      // The margin is the rounding error of floating-point numbers.
      expect(Math.abs(estimated - exact) / exact).toBeLessThanOrEqual(largestError + 1e-6)
    }),
    { numRuns: 150 },
  )
})

it("a time below the smallest bucket counts as 0.1 ms, and an empty histogram has no percentile", async () => {
  expect(percentile(await histogramOf([0, 0.01, 0.09]), 0.95)).toBe(0.1)
  expect(percentile(new Map(), 0.5)).toBeNull()
})
