import { expect, it } from "vitest"
import { formatAxisMilliseconds, formatMilliseconds } from "./format-duration"

it.each([
  [null, "–"],
  [0, "0 ms"],
  [0.04, "<0.1 ms"],
  [9.94, "9.9 ms"],
  [9.96, "10 ms"],
  [999.4, "999 ms"],
  [999.6, "1.00 s"],
  [4_043, "4.04 s"],
  [15_020, "15.0 s"],
])("formats a duration of %s ms as %s", (ms, label) => {
  expect(formatMilliseconds(ms)).toBe(label)
})

it.each([
  [0, "0"],
  [0.5, "0.5 ms"],
  [150, "150 ms"],
  [2_500, "2.5 s"],
  [5_000, "5 s"],
])("formats %s ms on an axis as %s", (ms, label) => {
  expect(formatAxisMilliseconds(ms)).toBe(label)
})
