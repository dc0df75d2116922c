import { expect, it } from "vitest"
import { runsOf } from "./bands"
import type { Segment } from "./breaks"

const wholeSeries: Segment = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
const pointsWithBands = (text: string) =>
  [...text].map((letter, at) => ({ at, values: {}, band: letter === "x" ? ([0.4, 0.6] as [number, number]) : null }))
const timesOf = (text: string, segments = [wholeSeries]) =>
  runsOf(pointsWithBands(text), segments).map((run) => run.map(({ at }) => at))

it("stops a band at points without an interval", () => {
  expect(timesOf("xxx")).toEqual([[0, 1, 2]])
  expect(timesOf(" xx  x ")).toEqual([[1, 2], [5]])
  expect(timesOf("  ")).toEqual([])
})

it("stops a band at a break of the series", () => {
  const segments = [
    { from: Number.NEGATIVE_INFINITY, to: 2 },
    { from: 2, to: Number.POSITIVE_INFINITY },
  ]
  expect(timesOf("xxxx", segments)).toEqual([
    [0, 1],
    [2, 3],
  ])
})
