import fc from "fast-check"
import jStat from "jstat"
import { expect, it } from "vitest"
import { metricSignificance } from "./change"
import { type CellColumn, cellColumns, testRatioChange } from "./ratio-change"
import { seededRandom } from "./seeded-random"

type Cell = Record<CellColumn, number>
const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0)
const test = (cells: Cell[]) =>
  testRatioChange({
    sum: Object.fromEntries(cellColumns.map((name) => [name, sum(cells.map((cell) => cell[name]))])) as Cell,
    product: (a, b) => sum(cells.map((cell) => cell[a] * cell[b])),
  })

it("is the paired t test if all denominators are equal", () => {
  const counts = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })), {
    minLength: 2,
    maxLength: 40,
  })
  fc.assert(
    fc.property(counts, (pairs) => {
      const n = pairs.length
      const differences = pairs.map(([yc, yp]) => (yc - yp) / 9)
      const mean = sum(differences) / n
      const variance = sum(differences.map((d) => (d - mean) ** 2)) / (n - 1)
      fc.pre(variance > 1e-9)
      const expected = 2 * jStat.studentt.cdf(-Math.abs(mean) / Math.sqrt(variance / n), n - 1)
      const tested = test(pairs.map(([yc, yp]) => ({ yc, xc: 9, yp, xp: 9 })))
      expect(tested?.delta).toBeCloseTo(mean, 9)
      expect(tested?.p).toBeCloseTo(expected, 6)
    }),
  )
})

it("does not depend on the direction or on cells without answers, and is 1 for equal ratios", () => {
  const cells = [3, 5, 1, 4, 6, 2].map((yc, i) => ({ yc, xc: 8, yp: 7 - i, xp: 6 + i }))
  const reversed = cells.map(({ yc, xc, yp, xp }) => ({ yc: yp, xc: xp, yp: yc, xp: xc }))
  const tested = test(cells)
  expect(tested?.p).toBeLessThan(1)
  expect(test(reversed)).toEqual({ delta: -(tested?.delta ?? 0), p: expect.closeTo(tested?.p ?? 0, 12) })
  expect(test([...cells, { yc: 0, xc: 0, yp: 0, xp: 0 }])).toEqual(tested)
  expect(test(cells.map(({ yc, xc }) => ({ yc, xc, yp: 2 * yc, xp: 2 * xc })))).toEqual({ delta: 0, p: 1 })
})

it("needs two effective cells", () => {
  expect(test([{ yc: 3, xc: 9, yp: 5, xp: 9 }])).toBeNull()
  expect(
    test([
      { yc: 30, xc: 900, yp: 50, xp: 900 },
      { yc: 1, xc: 1, yp: 0, xp: 1 },
    ]),
  ).toBeNull()
})

it("is the sign test if all cells changed alike, for example from all answers to none", () => {
  const alike = (length: number) => test(Array.from({ length }, () => ({ yc: 0, xc: 3, yp: 3, xp: 3 })))
  expect(alike(4)).toEqual({ delta: -1, p: 0.5 ** 4 })
  expect(alike(8)).toEqual({ delta: -1, p: 0.5 ** 8 })
})

it("reports about 3% false changes although the runs of a scan resemble each other, and finds a fall by half", () => {
  const random = seededRandom("ratio-change")
  // All runs of a cell in one scan mention the brand or none does: the strongest correlation.
  const runs = 5
  const ofScan = (p: number) => (random() < p ? runs : 0)
  const rate = (current: number, previous: number) => {
    const tests = Array.from({ length: 1_000 }, () =>
      test(Array.from({ length: 40 }, () => ({ yc: ofScan(current), xc: runs, yp: ofScan(previous), xp: runs }))),
    )
    return tests.filter((tested) => tested && tested.p < metricSignificance).length / tests.length
  }
  for (const p of [0.3, 0.6]) expect(rate(p, p)).toBeLessThan(0.045)
  expect(rate(0.3, 0.8)).toBeGreaterThan(0.9)
})
