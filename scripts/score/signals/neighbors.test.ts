import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { expect, it } from "vitest"
import { copies, type WindowedSeries } from "./copies"
import { alertSettings } from "./intraday/detect-intraday-alerts"
import { scoreNeighbors } from "./neighbors"

const values = [4, 1, null, 9, 5, 25, 16, 9, 4, 1]
const series: WindowedSeries = {
  file: "a.csv",
  points: values.map((value, i) => ({ time: i * 60_000, value })),
  windows: [
    [0, 2],
    [4, 6],
  ],
}
const valuesOf = (copy: string) => copies[copy]?.(series).points.map(({ value }) => value)
const windowsOf = (copy: string) => copies[copy]?.(series).windows

it("copies keep gaps, and their windows stay at the same values", () => {
  expect(valuesOf("square_roots")?.slice(0, 4)).toEqual([Math.sqrt(3), 0, null, Math.sqrt(8)])
  expect(valuesOf("means_of_2_points")).toEqual([2.5, 9, 15, 12.5, 2.5])
  expect(windowsOf("means_of_2_points")).toEqual([
    [0, 1],
    [2, 3],
  ])
  expect(valuesOf("means_of_3_points")).toEqual([2.5, 13, 29 / 3, 1])
  expect(valuesOf("without_the_first_tenth")).toEqual(values.slice(1))
  expect(windowsOf("without_the_first_tenth")).toEqual([[3, 5]])
  expect(valuesOf("without_the_last_tenth")).toEqual(values.slice(0, 9))
  const noisy = valuesOf("noise_of_2_percent") ?? []
  expect(noisy[2]).toBeNull()
  expect(noisy[5]).not.toBe(25)
  expect(noisy[5]).toBeCloseTo(25, -1)
})

const real = resolve("../shared/data/nab")
it.skipIf(!existsSync(real))(
  "no neighboring setting is better on the copies of the open series",
  () => {
    const { neighbors, mean_of_copies, chosen_without_own_file } = scoreNeighbors(real)
    const rating = (row: { nab_standard: number | null; false_alerts: number }) =>
      (row.nab_standard ?? 0) - 0.15 * row.false_alerts
    const best = neighbors.toSorted((a, b) => rating(b) - rating(a))[0]
    expect(best).toEqual({ ...alertSettings, ...mean_of_copies })
    expect(mean_of_copies).toEqual({ nab_standard: 76.6, false_alerts: 24.4 })
    const { files, ...total } = chosen_without_own_file
    expect(total).toEqual({ nab_standard: 78.5, windows: 21, found: 19, false_alerts: 27 })
    expect(files.map(({ fullSurprise }) => fullSurprise)).toEqual(new Array(8).fill(5.5))
    // Takes about a minute on an idle machine, and much longer beside other work.
  },
  1_200_000,
)
