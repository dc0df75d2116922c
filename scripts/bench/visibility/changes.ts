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

const tests: Record<string, (current: Period, previous: Period, panel: Panel) => number> = {
  product: pairedCells,
  "z or sign test": zOrSignTest,
  variances: fromVariances,
  "Cochran-Mantel-Haenszel": stratified,
}

export async function changes() {
  const random = seededRandom("changes")
  const rows = panels.map((panel) => {
    const found = Object.fromEntries(Object.keys(tests).map((name) => [name, { changed: 0, fell: 0 }]))
    for (let i = 0; i < simulations; i++) {
      const shares = Array.from({ length: panel.cells }, () => Math.min(1, 2 * panel.share * random()))
      const periodOf = (sharesOfCells: number[]) => simulatedPeriod(sharesOfCells, panel, random)
      const previous = periodOf(shares)
      const current = periodOf(shares)
      const fallen = periodOf(shares.map((share) => share * 0.5))
      for (const [name, test] of Object.entries(tests)) {
        const counts = found[name] as { changed: number; fell: number }
        if (test(current, previous, panel) < significance) counts.changed++
        if (test(fallen, previous, panel) < significance && total(fallen) < total(previous)) counts.fell++
      }
    }
    const { cells, runs, scans, correlation, share } = panel
    const percent = (n: number) => `${((100 * n) / simulations).toFixed(1)}%`
    const shown = Object.entries(found).flatMap(([name, { changed, fell }]) => [
      [`${name}: false`, percent(changed)],
      [`${name}: power`, percent(fell)],
    ])
    return {
      panel: `${cells} cells x ${runs} runs x ${scans} scans, correlation ${correlation}, share ${share}`,
      ...Object.fromEntries(shown),
    }
  })
  printTable(`Tests of a change, ${simulations} simulations of each panel`, rows)
}

/** With probability sqrt(correlation), an answer is a copy of the one that all runs of the cell and scan share. */
export function simulatedPeriod(
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
const mentionsByCell = (period: Period) =>
  (period[0] as number[]).map((_, cell) => sum(period.map((scan) => scan[cell] as number)))

/** The product's test: a paired t test over cells, or a sign test with few mentions. */
function pairedCells(current: Period, previous: Period, panel: Panel): number {
  const { risenCells, fallenCells, ...sums } = differencesOf(current, previous, panel)
  const answers = panel.cells * panel.runs * panel.scans
  const mentions = total(current) + total(previous)
  const cells = { ...sums, commonCells: panel.cells, currentAnswers: answers, previousAnswers: answers, mentions }
  return canUsePairedTest(cells) ? pairedTest(cells) : signTest(risenCells, fallenCells)
}

/** The product's earlier test: a z test without estimating the mean, or a sign test if fewer than ten cells changed. */
function zOrSignTest(current: Period, previous: Period, panel: Panel): number {
  const { differenceSum, squaredDifferenceSum, risenCells, fallenCells } = differencesOf(current, previous, panel)
  if (risenCells + fallenCells < 10) return signTest(risenCells, fallenCells)
  return 2 * jStat.normal.cdf(-Math.abs(differenceSum) / Math.sqrt(squaredDifferenceSum), 0, 1)
}

function differencesOf(current: Period, previous: Period, { runs, scans }: Panel) {
  const was = mentionsByCell(previous)
  const differences = mentionsByCell(current).map((k, cell) => (k - (was[cell] as number)) / runs / scans)
  return {
    differenceSum: sum(differences),
    squaredDifferenceSum: sum(differences.map((d) => d * d)),
    risenCells: differences.filter((d) => d > 0).length,
    fallenCells: differences.filter((d) => d < 0).length,
  }
}

/** The difference on the logit scale, with the variances of the intervals and Welch's degrees of freedom. */
function fromVariances(current: Period, previous: Period, panel: Panel): number {
  const answers = panel.cells * panel.runs * panel.scans
  const sides = [current, previous].map((period) => {
    const r = total(period) / answers
    const slope = 1 / (r * (1 - r))
    const { variance, df } = varianceOf(period, panel)
    return { to: Math.log(r / (1 - r)), variance: variance * slope ** 2, df }
  })
  const [a, b] = sides as [(typeof sides)[number], (typeof sides)[number]]
  const variance = a.variance + b.variance
  if (!Number.isFinite(variance) || variance <= 0 || a.df + b.df === 0) return 1
  const df = variance ** 2 / (a.variance ** 2 / a.df + b.variance ** 2 / b.df)
  return 2 * jStat.studentt.cdf(-Math.abs(a.to - b.to) / Math.sqrt(variance), df)
}

function varianceOf(period: Period, { cells, runs, scans }: Panel): Variance {
  const y = total(period)
  const x = cells * runs * scans
  if (scans >= 4) {
    const sums = period.map(sum)
    const answersPerScan = cells * runs
    return varianceBetweenUnits({ y, x }, [
      sum(sums.map((k) => k * k)),
      sum(sums.map((k) => k * answersPerScan)),
      scans * answersPerScan * answersPerScan,
    ])
  }
  // A single answer per cell: the cells form one stratum.
  const strata = runs * scans > 1 ? mentionsByCell(period) : [y]
  const n = x / strata.length
  const yy = sum(strata.map((k) => (n / (n - 1)) * (k - (k * k) / n)))
  return varianceWithinStrata({ y, x }, [yy, 0, 0], x - strata.length)
}

/** The exact conditional test, with half the probability of the observed sum (mid-p). Strata are cells. */
function stratified(current: Period, previous: Period, { runs, scans }: Panel): number {
  const n = runs * scans
  const was = mentionsByCell(previous)
  let chances = [1]
  let position = 0 // mentions of the current period, minus the fewest that are possible given the mentions of both periods
  mentionsByCell(current).forEach((k, cell) => {
    const both = k + (was[cell] as number)
    chances = convolved(chances, hypergeometric(n, both))
    position += k - Math.max(0, both - n)
  })
  const below = sum(chances.slice(0, position))
  const equal = chances[position] as number
  return Math.min(1, 2 * Math.min(below + equal / 2, 1 - below - equal / 2))
}

/** Probabilities of the mentions now, from the fewest possible on, given those of both periods. */
function hypergeometric(n: number, both: number): number[] {
  const chances: number[] = []
  const low = Math.max(0, both - n)
  for (let k = low; k <= Math.min(n, both); k++)
    chances.push(Math.exp(choose(n, k) + choose(n, both - k) - choose(2 * n, both)))
  return chances
}

const logFactorials = [0]
function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i++) logFactorials.push((logFactorials[i - 1] as number) + Math.log(i))
  return logFactorials[n] as number
}
const choose = (n: number, k: number) => logFactorial(n) - logFactorial(k) - logFactorial(n - k)

function convolved(a: number[], b: number[]): number[] {
  const out = new Array<number>(a.length + b.length - 1).fill(0)
  a.forEach((x, i) => {
    b.forEach((y, j) => {
      out[i + j] = (out[i + j] as number) + x * y
    })
  })
  return out
}
