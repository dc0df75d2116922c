import { describe, expect, it } from "vitest"
import { testChanges } from "./change"
import {
  canUsePooledTest,
  dispersionOf,
  type GroupCells,
  pooledMargin,
  pooledTest,
  testGroupChanges,
} from "./group-changes"

/** A prompt on engines that each gave five answers per period. Each element is the mentions of an engine. */
function promptOf(previous: number[], current: number[], more: Partial<GroupCells> = {}): GroupCells {
  const runs = 5
  const sum = (numbers: number[]) => numbers.reduce((added, n) => added + n, 0)
  const differences = current.map((k, i) => (k - (previous[i] as number)) / runs)
  const shares = current.map((k, i) => (k + (previous[i] as number)) / (2 * runs))
  return {
    brandId: "own",
    isOwnBrand: true,
    hasSingleRuns: false,
    commonCells: current.length,
    currentCells: current.length,
    previousCells: current.length,
    currentAnswers: runs * current.length,
    previousAnswers: runs * current.length,
    differenceSum: sum(differences),
    squaredDifferenceSum: sum(differences.map((d) => d * d)),
    risenCells: differences.filter((d) => d > 0).length,
    fallenCells: differences.filter((d) => d < 0).length,
    mentions: sum(current) + sum(previous),
    binomialVariance: sum(shares.map((p) => p * (1 - p) * (2 / runs) * ((2 * runs) / (2 * runs - 1)))),
    mixedCells: shares.filter((p) => p > 0 && p < 1).length,
    ...more,
  }
}

const steadyPrompts = [
  promptOf([3, 2, 4], [2, 3, 4]),
  promptOf([1, 0, 2], [1, 1, 2]),
  promptOf([5, 4, 4], [4, 5, 4]),
  promptOf([2, 3, 3], [3, 3, 2]),
  promptOf([4, 3, 1], [4, 2, 2]),
  promptOf([3, 3, 2], [3, 2, 3]),
]
const lostPrompt = promptOf([4, 3, 4], [0, 1, 0])

describe("the pooled test of groups", () => {
  it("finds the one prompt that fell, which the paired test of three cells cannot", () => {
    const all = [...steadyPrompts, lostPrompt]
    expect(testGroupChanges(all).map(({ verdict }) => verdict)).toEqual([
      ...steadyPrompts.map(() => "no_clear_change"),
      "down",
    ])
    expect(testGroupChanges(all).at(-1)?.method).toBe("pooled_t")
    expect(testChanges(all).map(({ verdict }) => verdict)).not.toContain("down")
  })

  it("returns the two-sided p-value of Student's t distribution", () => {
    const cells = { ...lostPrompt, binomialVariance: 4 }
    // R: qt(0.975, 22) = 2.073873
    expect(pooledTest({ ...cells, differenceSum: 2 * 2.073873068 }, { ratio: 1, degreesOfFreedom: 22 })).toBeCloseTo(
      0.05,
      6,
    )
    expect(pooledTest({ ...cells, differenceSum: -4 * 2.073873068 }, { ratio: 4, degreesOfFreedom: 22 })).toBeCloseTo(
      0.05,
      6,
    )
    expect(pooledTest({ ...cells, differenceSum: 0 }, { ratio: 1, degreesOfFreedom: 22 })).toBe(1)
  })

  it("returns the margin at which the p-value is 0.05", () => {
    const cells = { commonCells: 4, binomialVariance: 4 }
    expect(pooledMargin(cells, { ratio: 1, degreesOfFreedom: 22 })).toBeCloseTo((2 * 2.073873068) / 4, 6)
    expect(pooledMargin(cells, { ratio: 4, degreesOfFreedom: 22 })).toBeCloseTo((4 * 2.073873068) / 4, 6)
  })

  it("estimates the dispersion from the differences between the cells of each prompt", () => {
    // Each prompt has the observed variance 0.4² + 0.4² and the expected variance (1 - 1/2) * 0.16.
    const torn = { commonCells: 2, differenceSum: 0, squaredDifferenceSum: 0.32, binomialVariance: 0.16, mixedCells: 2 }
    const prompts = Array.from({ length: 10 }, () => promptOf([3, 3], [3, 3], torn))
    expect(dispersionOf(prompts)).toEqual({ ratio: expect.closeTo(4, 9), degreesOfFreedom: 10 })
    const fallen = prompts.map((prompt) => ({ ...prompt, differenceSum: -1, squaredDifferenceSum: 0.32 + 0.5 }))
    expect(dispersionOf(fallen)?.ratio, "a change of whole prompts does not count").toBeCloseTo(4, 9)
    expect(dispersionOf(steadyPrompts)?.ratio, "never below that of independent answers").toBe(1)
  })

  it("needs ten degrees of freedom and two prompts", () => {
    const pair = promptOf([3, 2], [2, 3])
    expect(dispersionOf(Array(10).fill(pair))).not.toBeNull()
    expect(dispersionOf(Array(9).fill(pair))).toBeNull()
    expect(dispersionOf([promptOf(Array(20).fill(3), Array(20).fill(2))])).toBeNull()
    expect(testGroupChanges([...steadyPrompts.slice(0, 3), lostPrompt]).at(-1)?.method).toBe("paired_t")
  })

  it("compares prompts on a single engine with each other", () => {
    const answers = 15
    /** A prompt on one engine with 15 answers per period. */
    function singleCell(was: number, now: number) {
      const difference = (now - was) / answers
      const share = (now + was) / (2 * answers)
      return promptOf([was], [now], {
        currentAnswers: answers,
        previousAnswers: answers,
        mixedCells: 1,
        differenceSum: difference,
        squaredDifferenceSum: difference ** 2,
        binomialVariance: share * (1 - share) * (2 / answers) * ((2 * answers) / (2 * answers - 1)),
      })
    }
    const steady = Array.from({ length: 11 }, (_, i) => singleCell(5 + (i % 6), 6 + ((i * 2) % 5)))
    const changes = testGroupChanges([...steady, singleCell(12, 1)])
    expect(changes.map(({ method }) => method)).toEqual(changes.map(() => "pooled_t"))
    expect(changes.map(({ verdict }) => verdict)).toEqual([...steady.map(() => "no_clear_change"), "down"])
    // The other 11 prompts have a dispersion of 1 and 10 degrees of freedom. R: 2 * pt(-3.984699, 10) = 0.00258130
    expect(changes.at(-1)?.p).toBeCloseTo(0.0025813, 7)
    const mixed = testGroupChanges([...steady, promptOf([5, 0], [0, 5]), singleCell(12, 1)])
    expect(mixed.at(-2)?.method, "a prompt on two engines is compared with none of them").toBe("paired_t")
    expect(mixed.at(-1)?.p).toBeCloseTo(0.0025813, 7)
    const tooFew = testGroupChanges([...steady.slice(1), singleCell(12, 1)])
    expect(tooFew.at(-1), "ten others have nine degrees of freedom").toMatchObject({ method: "sign_midp", p: 0.5 })
  })

  it("leaves single answers per cell, and prompts with few answers of either kind, to the other tests", () => {
    expect(canUsePooledTest(lostPrompt)).toBe(true)
    expect(canUsePooledTest({ ...lostPrompt, hasSingleRuns: true })).toBe(false)
    expect(canUsePooledTest({ ...lostPrompt, mentions: 5 })).toBe(true)
    expect(canUsePooledTest({ ...lostPrompt, mentions: 4 })).toBe(false)
    expect(canUsePooledTest({ ...lostPrompt, mentions: 25 })).toBe(true)
    expect(canUsePooledTest({ ...lostPrompt, mentions: 26 })).toBe(false)
  })

  it("keeps brands apart, and tests nothing that is not comparable", () => {
    const ofRival = promptOf([4, 3, 4], [0, 1, 0], { brandId: "rival", isOwnBrand: false })
    const changed = testGroupChanges([...steadyPrompts, ofRival, { ...lostPrompt, currentCells: 7 }])
    expect(changed.at(-2)?.method).toBe("paired_t")
    expect(changed.at(-1)).toEqual({ verdict: "not_comparable", method: null, p: null, margin: null, pAdjusted: null })
  })
})
