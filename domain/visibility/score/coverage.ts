/**
 * `npm run score -- coverage`: simulates prompt sets with known values, and counts how often the 95% interval of a
 * metric contains the true value. The intervals come from the product's own code (../metrics.ts).
 */
import { metricOf, minUnits } from "../metrics"
import type { Metric } from "../metrics-table"
import { ratios, type Sums, type SumsOfSquares } from "../ratios"
import type { CenteredSums } from "../read-sums"
import { seededRandom } from "../statistics/seeded-random"
import { sampleBeta } from "./random-variates"
import { type Cell, type SimulatedMetricName, simulatedMetrics } from "./simulated-metrics"

/** Parameters of a simulation. */
export type CoverageCase = {
  /** The simulated metric. This field name is part of the seed, so renaming it would change all results. */
  figure: SimulatedMetricName
  /** Number of cells (prompt x engine) that every scan asks. With `scope: "population"`, each cell is a topic. */
  cells: number
  /** Answers of one cell in one scan. */
  runs: number
  scans: number
  /** Mean probability of the metric's event: a mention, a citation, or a positive mention. */
  p: number
  /** How much cells differ: the correlation of two answers of one cell, from 0 (cells are alike) to below 1. */
  heterogeneity: number
  /** Correlation of the runs of one cell in one scan, from 0 (independent) to below 1. */
  rho: number
  /** What the interval describes. `panel`: the same cells, asked again. `population`: other cells like these. */
  scope: "panel" | "population"
}

export type CoverageResult = CoverageCase & {
  /** Number of simulated prompt sets. */
  draws: number
  /** Share of the draws in which the product gives an interval. */
  given: number
  /** Share of these intervals that contain the true value. Null without any. */
  coverage: number | null
  /** Mean width of these intervals, in the unit of the metric. */
  mean_width: number | null
  /** Number of intervals by method. */
  methods: Record<string, number>
}

/** Mean probability that an answer mentions each competitor. */
const competitorShares = [0.7, 0.5, 0.3, 0.15]
/** Number of cells from which the true value of a population is computed. */
const populationCells = 20_000

/** Simulates `draws` prompt sets of one case. The same seed gives the same result. */
export function simulateCoverage(coverageCase: CoverageCase, draws: number, seed: string): CoverageResult {
  const random = seededRandom(`${seed} ${JSON.stringify(coverageCase)}`)
  const drawCells = (count: number) => Array.from({ length: count }, () => drawCell(coverageCase, random))
  const populationValue =
    coverageCase.scope === "population" ? trueValue(coverageCase.figure, drawCells(populationCells)) : null
  const methods: Record<string, number> = {}
  let [intervals, covered, widthSum] = [0, 0, 0]
  for (let draw = 0; draw < draws; draw++) {
    const cells = drawCells(coverageCase.cells)
    const { ci } = simulateMetric(coverageCase, cells, random)
    if (!ci) continue
    const value = populationValue ?? trueValue(coverageCase.figure, cells)
    intervals++
    methods[ci.method] = (methods[ci.method] ?? 0) + 1
    widthSum += ci.high - ci.low
    if (ci.low <= value && value <= ci.high) covered++
  }
  const perInterval = (total: number) => (intervals === 0 ? null : total / intervals)
  return {
    ...coverageCase,
    draws,
    given: intervals / draws,
    coverage: perInterval(covered),
    mean_width: perInterval(widthSum),
    methods,
  }
}

const drawCell = ({ p, heterogeneity }: CoverageCase, random: () => number): Cell => ({
  event: sampleBeta(p, heterogeneity, random),
  competitors: competitorShares.map((share) => sampleBeta(share, heterogeneity, random)),
  competitorFirst: sampleBeta(0.5, heterogeneity, random),
})

/**
 * Draws the probabilities of the cell in one scan around those of the cell, so that two runs of the scan correlate by
 * `rho`.
 */
const varyCell = ({ event, competitors, competitorFirst }: Cell, rho: number, random: () => number): Cell => ({
  event: sampleBeta(event, rho, random),
  competitors: competitors.map((share) => sampleBeta(share, rho, random)),
  competitorFirst,
})

/** The value that an unlimited number of answers of these cells would give. */
function trueValue(metric: SimulatedMetricName, cells: readonly Cell[]): number {
  const expected = cells.map((cell) => simulatedMetrics[metric].expected(cell))
  const value = sum(expected.map(({ y }) => y)) / sum(expected.map(({ x }) => x))
  return metric === "sentiment_score" ? 50 + 50 * value : value
}

/**
 * Sums over answers of y and x, of their squares and of their product. `answersWithY`: the answers where y is not 0.
 */
type AnswerSums = { answers: number; answersWithY: number; y: number; x: number; yy: number; xy: number; xx: number }

const noAnswers = (): AnswerSums => ({ answers: 0, answersWithY: 0, y: 0, x: 0, yy: 0, xy: 0, xx: 0 })

function addAnswer(sums: AnswerSums, { y, x }: { y: number; x: number }) {
  sums.answers++
  if (y !== 0) sums.answersWithY++
  sums.y += y
  sums.x += x
  sums.yy += y * y
  sums.xy += x * y
  sums.xx += x * x
}

function addUp(parts: readonly AnswerSums[]): AnswerSums {
  const total = noAnswers()
  for (const part of parts) for (const name of Object.keys(total) as (keyof AnswerSums)[]) total[name] += part[name]
  return total
}

/**
 * Asks every cell in every scan, adds up the answers as the product's SQL does, and returns the metric with its
 * interval.
 */
function simulateMetric(
  { figure: metric, runs, scans, rho, scope }: CoverageCase,
  cells: readonly Cell[],
  random: () => number,
): Metric {
  const sumsByCell = cells.map(noAnswers)
  const sumsByCellAndScan = cells.map((): AnswerSums[] => [])
  const sumsByScan = Array.from({ length: scans }, noAnswers)
  for (const scanSums of sumsByScan)
    for (const [index, cell] of cells.entries()) {
      const cellInScan = rho === 0 ? cell : varyCell(cell, rho, random)
      const cellSums = noAnswers()
      sumsByCellAndScan[index]?.push(cellSums)
      for (let run = 0; run < runs; run++) {
        const answer = simulatedMetrics[metric].draw(cellInScan, random)
        addAnswer(scanSums, answer)
        addAnswer(cellSums, answer)
        addAnswer(sumsByCell[index] as AnswerSums, answer)
      }
    }
  const isPanel = scope === "panel"
  const sumsByUnit = isPanel ? sumsByScan : sumsByCell
  const hasFewScans = isPanel && scans < minUnits.scan
  const total = addUp(sumsByScan)
  return metricOf(metric, columnsOf(metric, total), {
    unit: isPanel ? "scan" : "topic",
    units: sumsByUnit.length,
    sumsOfSquares: { [metric]: squaresOf(sumsByUnit) } as SumsOfSquares,
    withinCells: hasFewScans
      ? {
          ...centeredSumsOf(metric, sumsByCell),
          betweenScans: scans > 1 ? scanSumsOf(metric, sumsByCellAndScan) : null,
        }
      : undefined,
    answerSquares: { [metric]: [total.yy, total.xy, total.xx] } as SumsOfSquares,
    answersPerCell: runs,
  })
}

/** Returns the columns of `Sums` that the metric reads: its answers, its events, y and x. */
function columnsOf(metric: SimulatedMetricName, sums: AnswerSums): Sums {
  const { answers, y, x } = sums
  const ratio = ratios[metric]
  return {
    [ratio.n]: answers,
    [ratio.answersWithEvent]: eventsOf(metric, sums),
    [ratio.y]: y,
    [ratio.x]: x,
  } as Sums
}

/** The number of events (see `Ratio`): mentions for sentiment and position, else the answers that count for y. */
const eventsOf = (metric: SimulatedMetricName, { answersWithY, x }: AnswerSums): number =>
  metric === "sentiment_score" || metric === "average_position" ? x : answersWithY

const squaresOf = (units: readonly AnswerSums[]): SumsOfSquares[SimulatedMetricName] => [
  sum(units.map(({ y }) => y * y)),
  sum(units.map(({ y, x }) => x * y)),
  sum(units.map(({ x }) => x * x)),
]

/**
 * Computes what `readCenteredSums` reads for a project. All cells with one answer form one stratum, because simulated
 * cells have the same topic and engine.
 */
function centeredSumsOf(metric: SimulatedMetricName, cells: readonly AnswerSums[]): Omit<CenteredSums, "betweenScans"> {
  const singleAnswers = addUp(cells.filter(({ answers }) => answers === 1))
  const strata = [...cells.filter(({ answers }) => answers > 1), singleAnswers].filter(({ answers }) => answers > 1)
  let [centeredYY, centeredXY, centeredXX] = [0, 0, 0]
  for (const { answers: n, y, x, yy, xy, xx } of strata) {
    const weight = n / (n - 1)
    centeredYY += weight * (yy - (y * y) / n)
    centeredXY += weight * (xy - (x * y) / n)
    centeredXX += weight * (xx - (x * x) / n)
  }
  const answers = sum(cells.map((cell) => cell.answers))
  const answersInStrata = sum(strata.map((stratum) => stratum.answers))
  return {
    sumsOfSquares: { [metric]: [centeredYY, centeredXY, centeredXX] } as SumsOfSquares,
    df: answersInStrata - strata.length,
    expansionFactor: answersInStrata === 0 ? 1 : answers / answersInStrata,
  }
}

/** Computes `betweenScans` of `readCenteredSums`. Every scan asks every cell. */
function scanSumsOf(
  metric: SimulatedMetricName,
  sumsByCellAndScan: readonly AnswerSums[][],
): CenteredSums["betweenScans"] {
  const centered = sumsByCellAndScan.map((sumsByScan) => {
    const { y, x } = addUp(sumsByScan)
    const [yy, xy, xx] = squaresOf(sumsByScan)
    const n = sumsByScan.length
    return [yy - (y * y) / n, xy - (x * y) / n, xx - (x * x) / n].map((square) => (n / (n - 1)) * square)
  })
  const total = [0, 1, 2].map((i) => sum(centered.map((squares) => squares[i] as number)))
  return {
    sumsOfSquares: { [metric]: total } as SumsOfSquares,
    df: sum(sumsByCellAndScan.map((sumsByScan) => sumsByScan.length - 1)),
    expansionFactor: 1,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)
