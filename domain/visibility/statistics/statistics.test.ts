import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { benjaminiHochberg, type PairedCells, pairedMargin, pairedTest, signTest, testChanges } from "./change"
import { rateConfidence, wilson } from "./precision"
import {
  ratioInterval,
  type Scale,
  varianceBetweenUnits,
  varianceOfIndependentAnswers,
  varianceWithinStrata,
} from "./ratio-interval"

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
        const one = wilson(k, n)
        const four = wilson(4 * k, 4 * n)
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
  /** Differences with the sum 1 whose t is `t`. */
  const cellsWithT = (commonCells: number, t: number) => ({
    commonCells,
    differenceSum: 1,
    squaredDifferenceSum: ((commonCells - 1) / t ** 2 + 1) / commonCells,
    currentAnswers: 100 * commonCells,
    previousAnswers: 100 * commonCells,
  })

  it("signTest returns two-sided binomial p-values less half the probability of the observed split", () => {
    expect(signTest(0, 0)).toBe(1)
    expect(signTest(5, 0)).toBeCloseTo(0.03125, 12)
    expect(signTest(1, 8)).toBeCloseTo(11 / 512, 12)
    expect(signTest(7, 3)).toBeCloseTo(0.34375 - 120 / 1024, 12) // R: binom.test(7, 10)$p.value - dbinom(7, 10, 0.5)
    expect(signTest(4, 4)).toBe(1)
  })
  it("pairedTest returns the two-sided p-values of a paired t test", () => {
    expect(pairedTest(cellsWithT(8, 2.364624252))).toBeCloseTo(0.05, 6) // R: qt(0.975, 7)
    expect(pairedTest({ ...cellsWithT(8, 3.499483297), differenceSum: -1 })).toBeCloseTo(0.01, 6) // R: qt(0.995, 7)
    expect(pairedTest(cellsWithT(99, 1.984467455))).toBeCloseTo(0.05, 6) // R: qt(0.975, 98)
    // From 100 cells on, the normal distribution replaces Student's t.
    expect(pairedTest(cellsWithT(100, 1.959963985))).toBeCloseTo(0.05, 6)
  })
  it("pairedMargin is the mean difference where the p-value is 0.05", () => {
    expect(pairedMargin(cellsWithT(8, 2.364624252))).toBeCloseTo(1 / 8, 8) // R: qt(0.975, 7)
    expect(pairedMargin(cellsWithT(99, 1.984467455))).toBeCloseTo(1 / 99, 8) // R: qt(0.975, 98)
    expect(pairedMargin(cellsWithT(100, 1.959963985))).toBeCloseTo(1 / 100, 8)
  })
  it("pairedTest has the variance of rounding when all cells change by the same amount", () => {
    // Three cells rise from 0 to 10 of 10 answers: t = 1 / sqrt(1 / 1200 / 3) = 60.
    const all = { commonCells: 3, differenceSum: 3, squaredDifferenceSum: 3, currentAnswers: 30, previousAnswers: 30 }
    expect(pairedTest(all)).toBeCloseTo(1 - 60 / Math.sqrt(3602), 9)
    expect(pairedTest({ ...all, differenceSum: 2.9, squaredDifferenceSum: 2.81 })).toBeGreaterThan(pairedTest(all))
    expect(pairedTest({ ...all, differenceSum: 0, squaredDifferenceSum: 0 })).toBe(1)
  })
  it("benjaminiHochberg matches R's p.adjust", () => {
    const adjusted = benjaminiHochberg([0.01, 0.02, 0.03, 0.04, 0.05])
    for (const p of adjusted) expect(p).toBeCloseTo(0.05, 12)
    expect(benjaminiHochberg([0.5, 0.001, 0.2]).map((p) => Number(p.toFixed(4)))).toEqual([0.5, 0.003, 0.3])
    expect(benjaminiHochberg([])).toEqual([])
  })

  const cells = (more: Partial<PairedCells>): PairedCells => ({
    commonCells: 20,
    currentCells: 20,
    previousCells: 20,
    currentAnswers: 60,
    previousAnswers: 60,
    differenceSum: 0,
    squaredDifferenceSum: 0,
    risenCells: 0,
    fallenCells: 0,
    mentions: 0,
    hasSingleRuns: false,
    isOwnBrand: false,
    ...more,
  })
  it("reports a change only when the test is significant", () => {
    expect(
      testChanges([cells({ differenceSum: 12, squaredDifferenceSum: 9, risenCells: 14, mentions: 30 })]),
    ).toMatchObject([{ verdict: "up", method: "paired_t" }])
    const methodOf = (more: Partial<PairedCells>) =>
      testChanges([cells({ differenceSum: -6, squaredDifferenceSum: 6, fallenCells: 6, ...more })])[0]?.method
    expect(methodOf({ mentions: 10 })).toBe("paired_t")
    expect(methodOf({ mentions: 9 })).toBe("sign_midp")
    expect(methodOf({ mentions: 9, hasSingleRuns: true })).toBe("mcnemar_midp")
    expect(methodOf({ mentions: 10, commonCells: 99, currentCells: 99, previousCells: 99 })).toBe("paired_t")
    expect(methodOf({ mentions: 10, commonCells: 100, currentCells: 100, previousCells: 100 })).toBe("paired_z")
    expect(
      testChanges([cells({ differenceSum: -8, squaredDifferenceSum: 8, fallenCells: 8, mentions: 8 })]),
    ).toMatchObject([{ verdict: "down", method: "sign_midp", p: 1 / 256 }])
    expect(
      testChanges([cells({ differenceSum: 1, squaredDifferenceSum: 3, risenCells: 2, fallenCells: 1, mentions: 30 })]),
    ).toMatchObject([{ verdict: "no_clear_change" }])
  })
  it("detects that all cells changed by the same amount", () => {
    const all = {
      commonCells: 6,
      currentCells: 6,
      previousCells: 6,
      differenceSum: 6,
      squaredDifferenceSum: 6,
      risenCells: 6,
      mentions: 60,
    }
    expect(testChanges([cells(all)])).toMatchObject([{ verdict: "up", method: "paired_t" }])
  })
  it("reports no clear change when most cells went one way and the mean the other", () => {
    const torn = cells({ differenceSum: 0.6, squaredDifferenceSum: 1.5, risenCells: 1, fallenCells: 8 }) // p 0.021
    expect(testChanges([torn])).toMatchObject([{ verdict: "no_clear_change", method: "sign_midp" }])
    expect(testChanges([{ ...torn, differenceSum: -0.6 }])).toMatchObject([{ verdict: "down" }])
  })
  it("does not compare panels with less than half of their cells in common, and does not test fewer than 10 answers", () => {
    expect(
      testChanges([cells({ commonCells: 9, differenceSum: 9, squaredDifferenceSum: 9, risenCells: 9 })])[0]?.verdict,
    ).toBe("not_comparable")
    const risen = { differenceSum: 10, squaredDifferenceSum: 10, risenCells: 10 }
    const verdictOf = (more: Partial<PairedCells>) => testChanges([cells({ ...risen, ...more })])[0]?.verdict
    expect(verdictOf({ commonCells: 10 })).toBe("up")
    expect(verdictOf({ commonCells: 10, previousCells: 21 })).toBe("not_comparable")
    expect(verdictOf({ commonCells: 0, currentCells: 0, previousCells: 0 })).toBe("not_comparable")
    expect(verdictOf({ previousAnswers: 9 })).toBe("insufficient")
    expect(verdictOf({ currentAnswers: 10, previousAnswers: 10 })).toBe("up")
  })
  it("is stricter when many brands are tested together", () => {
    const one = cells({ differenceSum: 4, squaredDifferenceSum: 8, risenCells: 6, fallenCells: 2 }) // p 0.18
    const clear = cells({ differenceSum: 7, squaredDifferenceSum: 7, risenCells: 7, fallenCells: 0 }) // p 0.0078
    expect(testChanges([clear]).map((c) => c.verdict)).toEqual(["up"])
    expect(testChanges([clear, ...Array(9).fill(one)])[0]?.verdict).toBe("no_clear_change")
  })
  it("tests your brand as a family of its own", () => {
    const one = cells({ differenceSum: 4, squaredDifferenceSum: 8, risenCells: 6, fallenCells: 2 }) // p 0.18
    const clear = cells({ differenceSum: 7, squaredDifferenceSum: 7, risenCells: 7, fallenCells: 0, isOwnBrand: true }) // p 0.0078
    const [own, ...others] = testChanges([clear, ...Array(9).fill(one)])
    expect(own).toMatchObject({ verdict: "up", pAdjusted: own?.p })
    expect(others.map(({ pAdjusted }) => pAdjusted)).toEqual(others.map(({ p }) => p))
    expect(testChanges([clear, clear, { ...one, isOwnBrand: true }])[0]?.pAdjusted).toBeCloseTo(
      (3 * (own?.p ?? 0)) / 2,
      12,
    )
  })
})

describe("intervals of ratios", () => {
  const digits = (interval: { low: number; high: number } | null) =>
    interval && [interval.low.toFixed(4), interval.high.toFixed(4)]

  it("take the variance from independent units as the textbook does", () => {
    // R: y <- c(3, 5, 4, 8); x <- c(10, 10, 10, 10); var(y - 0.5 * x) / 4 / 10^2, where 0.5 = sum(y) / sum(x)
    const between = varianceBetweenUnits({ y: 20, x: 40 }, [9 + 25 + 16 + 64, 200, 400])
    expect(between).toEqual({ variance: expect.closeTo(14 / 3 / 4 / 100, 12), df: 3 })
  })

  it("count units of unequal size by their effective number", () => {
    // y <- c(6, 2, 2); x <- c(20, 10, 10): 40^2 / 600 = 8/3 effective units; sum((y - x / 4)^2) = 1 + 0.25 + 0.25
    const between = varianceBetweenUnits({ y: 10, x: 40 }, [36 + 4 + 4, 120 + 20 + 20, 600])
    expect(between).toEqual({
      variance: expect.closeTo(((8 / 3 / (5 / 3)) * 1.5) / 1600, 12),
      df: expect.closeTo(5 / 3, 12),
    })
  })

  it("take the variance from strata, where z is y - R x", () => {
    const within = varianceWithinStrata({ y: 20, x: 40 }, [8, 2, 4], 36)
    expect(within).toEqual({ variance: expect.closeTo((8 - 2 + 1) / 1600, 12), df: 36 })
  })

  it("use the 2.5% and 97.5% quantiles of Student's t distribution", () => {
    // qt(0.975, 3) = 3.182446, qt(0.975, 30) = 2.042272
    expect(digits(ratioInterval(0.5, { variance: 0.01, df: 3 }, "share"))).toEqual(["0.2187", "0.7813"])
    expect(digits(ratioInterval(0.5, { variance: 0.01, df: 30 }, "share"))).toEqual(["0.3064", "0.6936"])
    expect(digits(ratioInterval(2, { variance: 0.04, df: 30 }, "position"))).toEqual(["1.6306", "2.4532"])
    expect(digits(ratioInterval(0, { variance: 0.04, df: 30 }, "sentiment"))).toEqual(["-0.3872", "0.3872"])
  })

  it("contain the value, stay on the scale and widen with the variance", () => {
    const scales: [Scale, number, number][] = [
      ["share", 0, 1],
      ["ratio", 0, 1],
      ["sentiment", -1, 1],
      ["position", 1, Number.POSITIVE_INFINITY],
    ]
    const shares = fc.double({ min: 0.001, max: 0.999, noNaN: true })
    const variances = fc.double({ min: 1e-9, max: 0.2, noNaN: true })
    fc.assert(
      fc.property(shares, variances, fc.integer({ min: 1, max: 200 }), (share, variance, df) => {
        for (const [scale, low, high] of scales) {
          const value = high === Number.POSITIVE_INFINITY ? 1 + 9 * share : low + share * (high - low)
          const one = ratioInterval(value, { variance, df }, scale)
          const wider = ratioInterval(value, { variance: 4 * variance, df }, scale)
          if (!one || !wider) throw new Error("no interval")
          expect(low <= one.low && one.low <= value && value <= one.high && one.high <= high).toBe(true)
          expect(wider.low <= one.low && one.high <= wider.high).toBe(true)
        }
      }),
    )
  })

  it("take the variance of independent answers from all of them", () => {
    // 6 of 10 answers: 0.6 * 0.4 / 10
    expect(varianceOfIndependentAnswers({ y: 6, x: 10 }, [6, 6, 10])).toBeCloseTo(0.024, 12)
    // R: y <- c(1, 4, 1); x <- c(1, 4, 3); sum((y - 0.75 * x)^2) / 8^2
    expect(varianceOfIndependentAnswers({ y: 6, x: 8 }, [18, 20, 26])).toBeCloseTo(2.625 / 64, 12)
  })

  it("have no variance when all answers are alike, although their sums are rounded", () => {
    let [y, yy] = [0, 0]
    const one = 1 / Math.log2(3)
    for (let n = 1; n <= 10_000; n++) {
      y += one
      yy += one * one
      expect(varianceOfIndependentAnswers({ y, x: n }, [yy, y, n])).toBe(0)
    }
  })

  it("are null without variation, without degrees of freedom and at the end of the scale", () => {
    expect(ratioInterval(0.5, { variance: 0, df: 9 }, "share")).toBeNull()
    expect(ratioInterval(0.5, { variance: 0.1, df: 0 }, "share")).toBeNull()
    expect(ratioInterval(1, { variance: 0.1, df: 9 }, "share")).toBeNull()
    expect(ratioInterval(-1, { variance: 0.1, df: 9 }, "sentiment")).toBeNull()
  })
})

it("rates confidence by the number of answers", () => {
  expect([9, 10, 29, 30, 99, 100].map(rateConfidence)).toEqual([
    "insufficient",
    "low",
    "low",
    "medium",
    "medium",
    "high",
  ])
})
