import { expect, it } from "vitest"
import { copies, type WindowedSeries } from "./copies"
import { alertSettings } from "./intraday/detect-intraday-alerts"
import { scoreNeighbors } from "./neighbors"
import { calmAndSpike } from "./testing/made-benchmark"

const values = [4, 1, null, 9, 5, 25, 16, 9, 4, 1]
const series: WindowedSeries = {
  file: "a.csv",
  points: values.map((value, i) => ({ localTimeMs: i * 60_000, value })),
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

// docs/signals.md has the results on public series. Computing them takes a minute.
it("scores the current settings and 24 others on every copy, and chooses settings for a file without that file", () => {
  const scores = scoreNeighbors(calmAndSpike())
  expect(scores.settings).toEqual(alertSettings)
  expect(scores.copies.map(({ name }) => name)).toEqual(Object.keys(copies))
  expect(scores.copies.filter(({ found }) => found === 1).length).toBeGreaterThan(6)
  expect(scores.neighbors).toHaveLength(25)
  expect(scores.neighbors).toContainEqual({ ...alertSettings, ...scores.mean_of_copies })
  const { files, ...total } = scores.chosen_without_own_file
  expect(files.map(({ file }) => file)).toEqual(["calm.csv", "some/spike.csv"])
  expect(total).toMatchObject({ windows: 1, found: 1 })
})
