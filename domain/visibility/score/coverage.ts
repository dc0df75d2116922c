/**
 * `npm run score -- coverage`: simulates prompt sets with known values, and counts how often the 95% interval of a
 * metric contains the true value. The intervals come from the product's own code (../metrics.ts).
 */
import { metricOf, minUnits } from "../metrics"
import { ratios, type Sums, type SumsOfSquares } from "../ratios"
import { seededRandom } from "../statistics/seeded-random"
import { sampleBeta } from "./random-variates"
import { type Cell, type FigureName, simulatedFigures } from "./simulated-figures"

/** Parameters of a simulation. */
export type CoverageCase = {
  figure: FigureName
  /**
   * Number of cells (prompt x engine) that every scan asks. With `scope: "population"`, of topics, with one cell each.
   */
  cells: number
  /** Answers of one cell in one scan. */
  runs: number
  scans: number
  /** Mean probability of the figure's event: a mention, a citation, or a positive mention. */
  p: number
  /** How much cells differ: the correlation of two answers of one cell, from 0 (cells are alike) to below 1. */
  heterogeneity: number
  /** Correlation of the runs of one cell in one scan, from 0 (independent) to below 1. */
  rho: number
  /** panel: the same cells asked again. population: other cells like these. */
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

const competitorShares = [0.7, 0.5, 0.3, 0.15]
/** Number of cells from which the true value of a population is computed. */
const populationCells = 20_000

export function simulateCoverage(coverageCase: CoverageCase, draws: number, seed: string): CoverageResult {
  const random = seededRandom(`${seed} ${JSON.stringify(coverageCase)}`)
  const drawCells = (count: number) => Array.from({ length: count }, () => drawCell(coverageCase, random))
  const population =
    coverageCase.scope === "population" ? trueValue(coverageCase.figure, drawCells(populationCells)) : null
  const methods: Record<string, number> = {}
  let [intervals, covered, width] = [0, 0, 0]
  for (let draw = 0; draw < draws; draw++) {
    const cells = drawCells(coverageCase.cells)
    const { ci } = intervalIn(coverageCase, cells, random)
    if (!ci) continue
    const value = population ?? trueValue(coverageCase.figure, cells)
    intervals++
    methods[ci.method] = (methods[ci.method] ?? 0) + 1
    width += ci.high - ci.low
    if (ci.low <= value && value <= ci.high) covered++
  }
  const perInterval = (sum: number) => (intervals === 0 ? null : sum / intervals)
  return {
    ...coverageCase,
    draws,
    given: intervals / draws,
    coverage: perInterval(covered),
    mean_width: perInterval(width),
    methods,
  }
}

const drawCell = ({ p, heterogeneity }: CoverageCase, random: () => number): Cell => ({
  event: sampleBeta(p, heterogeneity, random),
  competitors: competitorShares.map((share) => sampleBeta(share, heterogeneity, random)),
  isBefore: sampleBeta(0.5, heterogeneity, random),
})

/**
 * Draws the probabilities of the cell in one scan around those of the cell, so that two runs of the scan correlate by
 * `rho`.
 */
const varyCell = ({ event, competitors, isBefore }: Cell, rho: number, random: () => number): Cell => ({
  event: sampleBeta(event, rho, random),
  competitors: competitors.map((share) => sampleBeta(share, rho, random)),
  isBefore,
})

/** The value that an unlimited number of answers of these cells would give. */
function trueValue(figure: FigureName, cells: readonly Cell[]): number {
  const expected = cells.map((cell) => simulatedFigures[figure].expected(cell))
  const value = sum(expected.map(({ y }) => y)) / sum(expected.map(({ x }) => x))
  return figure === "sentiment_score" ? 50 + 50 * value : value
}

/** Sums of y, x, yy, xy and xx over answers. */
type Added = [n: number, y: number, x: number, yy: number, xy: number, xx: number]

/**
 * Asks every cell in every scan, adds the answers up as the product's SQL does, and returns the metric with its
 * interval.
 */
function intervalIn({ figure, runs, scans, rho, scope }: CoverageCase, cells: readonly Cell[], random: () => number) {
  const ofCells = cells.map((): Added => [0, 0, 0, 0, 0, 0])
  const ofScans = Array.from({ length: scans }, (): Added => [0, 0, 0, 0, 0, 0])
  for (const ofScan of ofScans)
    for (const [at, cell] of cells.entries()) {
      const inScan = rho === 0 ? cell : varyCell(cell, rho, random)
      for (let run = 0; run < runs; run++) {
        const { y, x } = simulatedFigures[figure].draw(inScan, random)
        add(ofScan, y, x)
        add(ofCells[at] as Added, y, x)
      }
    }
  const total = ofScans.reduce((all, sums) => all.map((value, i) => value + (sums[i] as number)) as Added)
  const units = scope === "panel" ? ofScans : ofCells
  const usesCells = scope === "panel" && scans < minUnits.scan
  return metricOf(figure, sumsOf(figure, total), {
    unit: scope === "panel" ? "scan" : "topic",
    units: units.length,
    sumsOfSquares: { [figure]: squaresOf(units) } as SumsOfSquares,
    cells: usesCells ? centered(figure, ofCells) : undefined,
    runs,
  })
}

function add(sums: Added, y: number, x: number) {
  sums[0]++
  sums[1] += y
  sums[2] += x
  sums[3] += y * y
  sums[4] += x * y
  sums[5] += x * x
}

/**
 * The columns of `sums` that the metric reads. The number of answers behind it and of its events follow from y and x.
 */
function sumsOf(figure: FigureName, [answers, y, x, yy]: Added): Sums {
  const ratio = ratios[figure]
  const events =
    figure === "sentiment_score" || figure === "average_position" ? x : figure === "citation_share" ? yy : y
  return { mentioned: x, answers, [ratio.n]: answers, [ratio.events]: events, [ratio.y]: y, [ratio.x]: x } as Sums
}

const squaresOf = (units: readonly Added[]): SumsOfSquares[FigureName] => [
  sum(units.map(([, y]) => y * y)),
  sum(units.map(([, y, x]) => x * y)),
  sum(units.map(([, , x]) => x * x)),
]

/**
 * The same as `readCenteredSums`: cells with one answer form one stratum, because simulated cells have one topic and
 * engine.
 */
function centered(figure: FigureName, cells: readonly Added[]) {
  const [single, several] = [cells.filter(([n]) => n === 1), cells.filter(([n]) => n > 1)]
  const joined = single.reduce(
    (all, sums) => all.map((value, i) => value + (sums[i] as number)) as Added,
    [0, 0, 0, 0, 0, 0],
  )
  const strata = [...several, joined].filter(([n]) => n > 1)
  const [answers, covered] = [sum(cells.map(([n]) => n)), sum(strata.map(([n]) => n))]
  const deviation = (squares: (stratum: Added) => [number, number, number]) =>
    sum(
      strata.map(
        (stratum) =>
          (stratum[0] / (stratum[0] - 1)) *
          (squares(stratum)[0] - (squares(stratum)[1] * squares(stratum)[2]) / stratum[0]),
      ),
    )
  const sumsOfSquares = {
    [figure]: [
      deviation(([, y, , yy]) => [yy, y, y]),
      deviation(([, y, x, , xy]) => [xy, x, y]),
      deviation(([, , x, , , xx]) => [xx, x, x]),
    ],
  } as SumsOfSquares
  return { sumsOfSquares, df: covered - strata.length, scale: covered === 0 ? 1 : answers / covered }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)
