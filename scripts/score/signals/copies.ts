/**
 * Makes changed copies of labelled series. Settings that suit the copies as well as the series themselves do not depend
 * on chance details of the series.
 */

import { seededRandom } from "@/domain/visibility/statistics/seeded-random"
import type { Point } from "./intraday/detect-intraday-alerts"
import type { Window } from "./nab-score"

export type WindowedSeries = { file: string; points: Point[]; windows: Window[] }

/** The functions that make the copies, by the name of the copy. */
export const copies: Record<string, (series: WindowedSeries) => WindowedSeries> = {
  unchanged: (series) => series,
  logarithms: (series) => mapValues(series, (value, lowest) => Math.log1p(value - lowest)),
  square_roots: (series) => mapValues(series, (value, lowest) => Math.sqrt(value - lowest)),
  without_the_first_tenth: (series) => slice(series, Math.floor(series.points.length / 10), series.points.length),
  without_the_last_tenth: (series) => slice(series, 0, Math.ceil(series.points.length * 0.9)),
  means_of_2_points: (series) => average(series, 2),
  means_of_3_points: (series) => average(series, 3),
  noise_of_2_percent: (series) => addNoise(series, 0.02),
  noise_of_5_percent: (series) => addNoise(series, 0.05),
}

/** Replaces each value by `change` of it. `lowest` is the lowest value of the series. Gaps stay. */
function mapValues(series: WindowedSeries, change: (value: number, lowest: number) => number): WindowedSeries {
  let lowest = Number.POSITIVE_INFINITY
  for (const { value } of series.points) if (value !== null) lowest = Math.min(lowest, value)
  const points = series.points.map(({ localTimeMs, value }) => ({
    localTimeMs,
    value: value === null ? null : change(value, lowest),
  }))
  return { ...series, points }
}

/** Copies the rows `from` to `to` (exclusive). Leaves out windows that are cut off. */
function slice(series: WindowedSeries, from: number, to: number): WindowedSeries {
  const windows = series.windows
    .filter(([first, last]) => first >= from && last < to)
    .map(([first, last]): Window => [first - from, last - from])
  return { ...series, points: series.points.slice(from, to), windows }
}

/** Replaces each `size` consecutive rows by their mean. Gaps do not count. */
function average(series: WindowedSeries, size: number): WindowedSeries {
  const points = Array.from({ length: Math.ceil(series.points.length / size) }, (_, i) => {
    const group = series.points.slice(i * size, (i + 1) * size)
    const values = group.flatMap(({ value }) => (value === null ? [] : [value]))
    const sum = values.reduce((total, value) => total + value, 0)
    return { localTimeMs: (group[0] as Point).localTimeMs, value: values.length === 0 ? null : sum / values.length }
  })
  const windows = series.windows.map(([first, last]): Window => [Math.floor(first / size), Math.floor(last / size)])
  return { ...series, points, windows }
}

/** Multiplies each value by a random factor around 1. */
function addNoise(series: WindowedSeries, share: number): WindowedSeries {
  const random = seededRandom(`${series.file} ${share}`)
  return mapValues(series, (value) => value * (1 + share * sampleNormal(random)))
}

/** Draws a number from the standard normal distribution. Box & Muller, Ann. Math. Stat. 29 (1958), 610-611. */
const sampleNormal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
