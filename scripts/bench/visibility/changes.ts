/**
 * Compares four tests for a change of visibility on simulated panels: how often each reports a change when nothing
 * changed, and how often it detects a fall by half. No database is involved. docs/decisions/0031-tests-of-change.md
 * states the results.
 */
import jStat from "jstat"
import { canUsePairedTest, pairedTest, signTest } from "@/domain/visibility/statistics/change"
import {
  type Variance,
  varianceBetweenUnits,
  varianceWithinStrata,
} from "@/domain/visibility/statistics/ratio-interval"
import { seededRandom } from "@/domain/visibility/statistics/seeded-random"
import { printTable } from "../table"

/**
 * A panel is a set of cells (one prompt on one engine) that every scan asks `runs` times. `correlation` is that of two
 * answers of the same cell and scan. `share` is the mean visibility of the cells, which differ from each other.
 */
type Panel = { cells: number; runs: number; scans: number; correlation: number; share: number }

/** The number of answers that mention the brand: `period[scan][cell]`. */
type Period = number[][]

const simulations = 2_000
const significance = 0.05

const panels: Panel[] = [
  { cells: 264, runs: 1, scans: 1, correlation: 0, share: 0.2 },
  { cells: 60, runs: 1, scans: 1, correlation: 0, share: 0.4 },
  { cells: 20, runs: 1, scans: 1, correlation: 0, share: 0.6 },
  { cells: 20, runs: 3, scans: 1, correlation: 0, share: 0.3 },
  { cells: 12, runs: 3, scans: 1, correlation: 0, share: 0.5 },
  { cells: 40, runs: 3, scans: 1, correlation: 0, share: 0.3 },
  { cells: 40, runs: 3, scans: 1, correlation: 0.3, share: 0.3 },
  { cells: 40, runs: 3, scans: 1, correlation: 0.6, share: 0.3 },
  { cells: 6, runs: 15, scans: 1, correlation: 0, share: 0.4 },
  { cells: 6, runs: 15, scans: 1, correlation: 0.3, share: 0.4 },
  { cells: 20, runs: 3, scans: 4, correlation: 0, share: 0.3 },
  { cells: 20, runs: 3, scans: 4, correlation: 0.3, share: 0.3 },
  { cells: 20, runs: 3, scans: 12, correlation: 0.3, share: 0.1 },
]

/** Each returns the p value of a change. */
const tests: Record<string, (current: Period, previous: Period, panel: Panel) => number> = {
  product: testAsProduct,
  "z or sign test": testWithZOrSigns,
  variances: testWithVariances,
  "Cochran-Mantel-Haenszel": testStrata,
}

export async function changes() {
  const random = seededRandom("changes")
  const rows = panels.map((panel) => {
    const countsByTest = Object.fromEntries(Object.keys(tests).map((name) => [name, { changed: 0, fell: 0 }]))
    for (let i = 0; i < simulations; i++) {
      const shares = Array.from({ length: panel.cells }, () => Math.min(1, 2 * panel.share * random()))
      const simulate = (sharesOfCells: number[]) => simulatePeriod(sharesOfCells, panel, random)
      const previous = simulate(shares)
      const current = simulate(shares)
      const fallen = simulate(shares.map((share) => share * 0.5))
      for (const [name, test] of Object.entries(tests)) {
        const counts = countsByTest[name] as { changed: number; fell: number }
        if (test(current, previous, panel) < significance) counts.changed++
        if (test(fallen, previous, panel) < significance && total(fallen) < total(previous)) counts.fell++
      }
    }
    const { cells, runs, scans, correlation, share } = panel
    const formatShare = (count: number) => `${((100 * count) / simulations).toFixed(1)}%`
    const columns = Object.entries(countsByTest).flatMap(([name, { changed, fell }]) => [
      [`${name}: false`, formatShare(changed)],
      [`${name}: power`, formatShare(fell)],
    ])
    return {
      panel: `${cells} cells x ${runs} runs x ${scans} scans, correlation ${correlation}, share ${share}`,
      ...Object.fromEntries(columns),
    }
  })
  printTable(`Tests of a change, ${simulations} simulations of each panel`, rows)
}

/**
 * Simulates the answers of a period. With probability sqrt(correlation), an answer is a copy of the one that all runs
 * of the cell and scan share.
 */
export function simulatePeriod(
  shares: number[],
  { scans, runs, correlation }: Pick<Panel, "scans" | "runs" | "correlation">,
  random: () => number,
): Period {
  const copyProbability = Math.sqrt(correlation)
  return Array.from({ length: scans }, () =>
    shares.map((p) => {
      const common = random() < p
      let mentioned = 0
      for (let run = 0; run < runs; run++) if (random() < copyProbability ? common : random() < p) mentioned++
      return mentioned
    }),
  )
}

const sum = (numbers: number[]) => numbers.reduce((added, n) => added + n, 0)
const total = (period: Period) => sum(period.flat())
const countMentionsByCell = (period: Period) =>
  (period[0] as number[]).map((_, cell) => sum(period.map((scan) => scan[cell] as number)))

/** The product's test: a paired t test over cells, or a sign test with few mentions. */
function testAsProduct(current: Period, previous: Period, panel: Panel): number {
  const { risenCells, fallenCells, ...sums } = compareCells(current, previous, panel)
  const answers = panel.cells * panel.runs * panel.scans
  const mentions = total(current) + total(previous)
  const cells = { ...sums, commonCells: panel.cells, currentAnswers: answers, previousAnswers: answers, mentions }
  return canUsePairedTest(cells) ? pairedTest(cells) : signTest(risenCells, fallenCells)
}

/** The product's earlier test: a z test without estimating the mean, or a sign test if fewer than ten cells changed. */
function testWithZOrSigns(current: Period, previous: Period, panel: Panel): number {
  const { differenceSum, squaredDifferenceSum, risenCells, fallenCells } = compareCells(current, previous, panel)
  if (risenCells + fallenCells < 10) return signTest(risenCells, fallenCells)
  return 2 * jStat.normal.cdf(-Math.abs(differenceSum) / Math.sqrt(squaredDifferenceSum), 0, 1)
}

function compareCells(current: Period, previous: Period, { runs, scans }: Panel) {
  const previousMentions = countMentionsByCell(previous)
  const differences = countMentionsByCell(current).map(
    (mentions, cell) => (mentions - (previousMentions[cell] as number)) / runs / scans,
  )
  return {
    differenceSum: sum(differences),
    squaredDifferenceSum: sum(differences.map((d) => d * d)),
    risenCells: differences.filter((d) => d > 0).length,
    fallenCells: differences.filter((d) => d < 0).length,
  }
}

/** Tests the difference on the logit scale, with the variances of the intervals and Welch's degrees of freedom. */
function testWithVariances(current: Period, previous: Period, panel: Panel): number {
  const answers = panel.cells * panel.runs * panel.scans
  const toLogit = (period: Period) => {
    const share = total(period) / answers
    const slope = 1 / (share * (1 - share))
    const { variance, df } = computeVariance(period, panel)
    return { logit: Math.log(share / (1 - share)), variance: variance * slope ** 2, df }
  }
  const a = toLogit(current)
  const b = toLogit(previous)
  const variance = a.variance + b.variance
  if (!Number.isFinite(variance) || variance <= 0 || a.df + b.df === 0) return 1
  const df = variance ** 2 / (a.variance ** 2 / a.df + b.variance ** 2 / b.df)
  return 2 * jStat.studentt.cdf(-Math.abs(a.logit - b.logit) / Math.sqrt(variance), df)
}

/** `y`: the mentions. `x`: the answers. */
function computeVariance(period: Period, { cells, runs, scans }: Panel): Variance {
  const y = total(period)
  const x = cells * runs * scans
  if (scans >= 4) {
    const mentionsByScan = period.map(sum)
    const answersPerScan = cells * runs
    return varianceBetweenUnits({ y, x }, [
      sum(mentionsByScan.map((mentions) => mentions ** 2)),
      y * answersPerScan,
      scans * answersPerScan * answersPerScan,
    ])
  }
  // A single answer per cell: the cells form one stratum.
  const mentionsByStratum = runs * scans > 1 ? countMentionsByCell(period) : [y]
  const answers = x / mentionsByStratum.length // of one stratum
  const yy = sum(mentionsByStratum.map((mentions) => (answers / (answers - 1)) * (mentions - mentions ** 2 / answers)))
  return varianceWithinStrata({ y, x }, [yy, 0, 0], x - mentionsByStratum.length)
}

/** The exact conditional test, with half the probability of the observed sum (mid-p). Strata are cells. */
function testStrata(current: Period, previous: Period, { runs, scans }: Panel): number {
  const answers = runs * scans // of one cell in one period
  const previousMentions = countMentionsByCell(previous)
  // The probability of each number of mentions in the current period, from the smallest possible number on.
  let probabilities = [1]
  let observedIndex = 0
  countMentionsByCell(current).forEach((mentions, cell) => {
    const bothPeriods = mentions + (previousMentions[cell] as number)
    probabilities = convolve(probabilities, hypergeometric(answers, bothPeriods))
    observedIndex += mentions - minMentions(answers, bothPeriods)
  })
  const below = sum(probabilities.slice(0, observedIndex))
  const equal = probabilities[observedIndex] as number
  return Math.min(1, 2 * Math.min(below + equal / 2, 1 - below - equal / 2))
}

/** The smallest possible number of mentions in one period, given the mentions of both periods. */
const minMentions = (answers: number, bothPeriods: number) => Math.max(0, bothPeriods - answers)

/** The probability of each number of mentions in one period of a cell, given the mentions of both periods. */
function hypergeometric(answers: number, bothPeriods: number): number[] {
  const probabilities: number[] = []
  for (let k = minMentions(answers, bothPeriods); k <= Math.min(answers, bothPeriods); k++) {
    const logProbability =
      logBinomial(answers, k) + logBinomial(answers, bothPeriods - k) - logBinomial(2 * answers, bothPeriods)
    probabilities.push(Math.exp(logProbability))
  }
  return probabilities
}

const logFactorials = [0]
function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i++) logFactorials.push((logFactorials[i - 1] as number) + Math.log(i))
  return logFactorials[n] as number
}
/** The logarithm of the binomial coefficient. */
const logBinomial = (n: number, k: number) => logFactorial(n) - logFactorial(k) - logFactorial(n - k)

/** The distribution of the sum of two independent numbers with the distributions `a` and `b`. */
function convolve(a: number[], b: number[]): number[] {
  const result = new Array<number>(a.length + b.length - 1).fill(0)
  a.forEach((x, i) => {
    b.forEach((y, j) => {
      result[i + j] = (result[i + j] as number) + x * y
    })
  })
  return result
}
