import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { benjaminiHochberg } from "./benjamini-hochberg"
import { bootstrapRatios } from "./bootstrap"
import { judgeChanges, type PairedCells } from "./change"
import { confidence } from "./confidence"
import { pairedZ } from "./paired-z"
import { seededRandom } from "./seeded-random"
import { signTest } from "./sign-test"
import { wilson } from "./wilson"

const digits = (interval: { low: number; high: number } | null) =>
  interval && [interval.low.toFixed(3), interval.high.toFixed(3)]

describe("wilson", () => {
  it("matches the values in the literature and in the README of the test data", () => {
    expect(digits(wilson(23, 24))).toEqual(["0.798", "0.993"])
    expect(digits(wilson(20, 24))).toEqual(["0.641", "0.933"])
    expect(digits(wilson(6, 24))).toEqual(["0.120", "0.449"])
    expect(digits(wilson(81, 263))).toEqual(["0.255", "0.366"]) // Newcombe 1998, table I
    expect(digits(wilson(0, 20))).toEqual(["0.000", "0.161"])
    expect(wilson(0, 0)).toBeNull()
  })
  it("contains the share, stays between 0 and 1, and narrows with more answers", () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 500 }), (a, n) => {
        const k = Math.min(a, n)
        const [one, four] = [wilson(k, n), wilson(4 * k, 4 * n)]
        if (!one || !four) throw new Error("no interval")
        expect(one.low).toBeGreaterThanOrEqual(0)
        expect(one.high).toBeLessThanOrEqual(1)
        expect(one.low <= k / n && k / n <= one.high).toBe(true)
        expect(four.high - four.low).toBeLessThan(one.high - one.low)
      }),
    )
  })
})

describe("tests of change", () => {
  it("signTest returns two-sided binomial p-values less half the probability of the observed split", () => {
    expect(signTest(0, 0)).toBe(1)
    expect(signTest(5, 0)).toBeCloseTo(0.03125, 12)
    expect(signTest(1, 8)).toBeCloseTo(11 / 512, 12)
    expect(signTest(7, 3)).toBeCloseTo(0.34375 - 120 / 1024, 12) // R: binom.test(7, 10)$p.value - dbinom(7, 10, 0.5)
    expect(signTest(4, 4)).toBe(1)
  })
  it("pairedZ returns two-sided normal p-values", () => {
    expect(pairedZ(1.959963984540054 * 2, 4).p).toBeCloseTo(0.05, 6)
    expect(pairedZ(-2.5758293035489, 1).p).toBeCloseTo(0.01, 6)
    expect(pairedZ(0, 0)).toEqual({ z: 0, p: 1 })
  })
  it("benjaminiHochberg matches R's p.adjust", () => {
    const adjusted = benjaminiHochberg([0.01, 0.02, 0.03, 0.04, 0.05])
    for (const p of adjusted) expect(p).toBeCloseTo(0.05, 12)
    expect(benjaminiHochberg([0.5, 0.001, 0.2]).map((p) => Number(p.toFixed(4)))).toEqual([0.5, 0.003, 0.3])
    expect(benjaminiHochberg([])).toEqual([])
  })

  const cells = (more: Partial<PairedCells>): PairedCells => ({
    common: 20,
    cellsNow: 20,
    cellsBefore: 20,
    answersNow: 60,
    answersBefore: 60,
    sum: 0,
    squares: 0,
    up: 0,
    down: 0,
    hasSingleRuns: false,
    ...more,
  })
  it("reports a change only when the test is significant", () => {
    expect(judgeChanges([cells({ sum: 12, squares: 9, up: 14, down: 0 })])).toMatchObject([
      { verdict: "up", method: "paired_z" },
    ])
    expect(judgeChanges([cells({ sum: -8, squares: 8, up: 0, down: 8 })])).toMatchObject([
      { verdict: "down", method: "sign_midp", p: 1 / 256 },
    ])
    expect(judgeChanges([cells({ sum: 1, squares: 3, up: 2, down: 1, hasSingleRuns: true })])).toMatchObject([
      { verdict: "no_clear_change", method: "mcnemar_midp" },
    ])
  })
  it("reports no clear change when most cells went one way and the mean the other", () => {
    const torn = cells({ sum: 0.6, squares: 1.5, up: 1, down: 8 }) // p 0.021
    expect(judgeChanges([torn])).toMatchObject([{ verdict: "no_clear_change", method: "sign_midp" }])
    expect(judgeChanges([{ ...torn, sum: -0.6 }])).toMatchObject([{ verdict: "down" }])
  })
  it("does not compare panels with less than half of their cells in common, and does not test fewer than 10 answers", () => {
    expect(judgeChanges([cells({ common: 9, sum: 9, squares: 9, up: 9 })])[0]?.verdict).toBe("not_comparable")
    expect(judgeChanges([cells({ answersBefore: 9, sum: 9, squares: 9, up: 9 })])[0]?.verdict).toBe("insufficient")
  })
  it("is stricter when many brands are tested together", () => {
    const one = cells({ sum: 4, squares: 8, up: 6, down: 2 }) // p 0.18
    const clear = cells({ sum: 7, squares: 7, up: 7, down: 0 }) // p 0.0078
    expect(judgeChanges([clear]).map((c) => c.verdict)).toEqual(["up"])
    expect(judgeChanges([clear, ...Array(9).fill(one)])[0]?.verdict).toBe("no_clear_change")
  })
})

describe("bootstrapRatios", () => {
  const cells = 40
  const random = seededRandom("data")
  const numerators = Float64Array.from({ length: cells }, () => Math.floor(random() * 4))
  const ratio = { numerators, denominators: new Float64Array(cells).fill(3) }

  it("gives the same interval for the same seed and a different one for a different seed", () => {
    const once = bootstrapRatios([ratio], cells, "scn_1")
    expect(bootstrapRatios([ratio], cells, "scn_1")).toEqual(once)
    expect(bootstrapRatios([ratio], cells, "scn_2")).not.toEqual(once)
  })
  it("agrees with the normal approximation for the mean over cells", () => {
    const shares = [...numerators].map((n) => n / 3)
    const mean = shares.reduce((a, b) => a + b) / cells
    const error = Math.sqrt(shares.reduce((a, s) => a + (s - mean) ** 2, 0) / cells / cells)
    const [interval] = bootstrapRatios([ratio], cells, "scn_1")
    expect(interval?.low).toBeCloseTo(mean - 1.96 * error, 1)
    expect(interval?.high).toBeCloseTo(mean + 1.96 * error, 1)
  })
  it("returns null when the denominator is zero or the panel has no cells", () => {
    expect(bootstrapRatios([{ numerators, denominators: new Float64Array(cells) }], cells, "s")).toEqual([null])
    expect(bootstrapRatios([{ numerators: new Float64Array(0), denominators: new Float64Array(0) }], 0, "s")).toEqual([
      null,
    ])
  })
})

it("rates confidence by the number of answers", () => {
  expect([9, 10, 29, 30, 99, 100].map(confidence)).toEqual(["insufficient", "low", "low", "medium", "medium", "high"])
})
