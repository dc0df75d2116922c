/**
 * Detects unusual points in a series of any bin width. The detector is causal: an alert depends only on its point and
 * earlier points.
 *
 * Only the benchmark runs this detector. Daily series use `detectDailyAlerts`, as in the product, because a year has
 * too few days to compare patterns.
 *
 * The score of a point adds two measures: how rare the latest patterns are (the surprise), and how far the value is
 * from its seasonal forecast (the residual).
 */
import { detectDailyAlerts } from "@/domain/signals/detectors/anomaly/daily-alerts"
import { median } from "@/domain/signals/detectors/daily-series"
import { DecayingMaximum } from "./decaying-maximum"
import { DistributionShift } from "./distribution-shift"
import { PatternDistance } from "./pattern-distance"
import { SeasonalForecast } from "./seasonal-forecast"
import { Surprise } from "./surprise"

/**
 * `localTimeMs`: wall-clock time in milliseconds since 1970, calculated as if the zone were UTC. `value`: null for
 * gaps.
 */
export type Point = { localTimeMs: number; value: number | null }
/** `score`: at least 1. In daily series, the standard deviations from the expected value instead. */
export type Alert = { index: number; score: number }

export const anomalyMethod = "pattern_and_season.v2"

const dayMs = 86_400_000
/** Prevents a division by 0 when times repeat. */
const minIntervalMs = 1_000
/** Days after which a past maximum counts half. */
const residualHalfLifeDays = 12
const minPoints = 28

export type AlertSettings = {
  /** The surprise that raises an alert when the residual adds nothing, at 1,000 points of history. */
  fullSurprise: number
  /** The weight of ln(residual / decaying maximum) in the score. */
  residualWeight: number
}
/** `npm run score -- signals --neighbors` compares these settings with others. */
export const alertSettings: AlertSettings = { fullSurprise: 5.5, residualWeight: 1.1 }

export function detectIntradayAlerts(points: readonly Point[]): Alert[] {
  if (findIntervalMs(points) >= dayMs / 2) return detectDailyAlerts(points.map(({ value }) => value))
  return selectAlerts(measurePoints(points), alertSettings)
}

/** `points` has null for gaps. */
export type MeasuredSeries = { pointsPerDay: number; points: (MeasuredPoint | null)[] }
/** `surprise`: how rare the latest patterns are. `residualRatio`: the residual divided by the decaying maximum. */
export type MeasuredPoint = { surprise: number; residualRatio: number }

/** Only for series that are finer than daily. */
export function measurePoints(points: readonly Point[]): MeasuredSeries {
  const pointsPerDay = Math.max(1, Math.round(dayMs / Math.max(findIntervalMs(points), minIntervalMs)))
  const forecasts = new SeasonalForecast(pointsPerDay)
  const maximum = new ResidualMaximum(pointsPerDay)
  const rarity = new PatternRarity()
  const measured = points.map(({ localTimeMs, value }) => {
    if (value === null) return null
    const forecast = forecasts.next(localTimeMs, value)
    const surprise = rarity.next(value, forecast?.residual ?? 0)
    return { surprise, residualRatio: forecast ? maximum.next(forecast.residual) : 0 }
  })
  return { pointsPerDay, points: measured }
}

/** Ignores further alerts for one day after each alert, and all alerts of the first day or the first 28 points. */
export function selectAlerts({ pointsPerDay, points }: MeasuredSeries, settings: AlertSettings): Alert[] {
  const alerts: Alert[] = []
  let quietUntil = Math.max(pointsPerDay, minPoints)
  for (const [index, point] of points.entries()) {
    const score = point ? computeScore(point, settings) : 0
    if (score < 1 || index < quietUntil) continue
    alerts.push({ index, score })
    quietUntil = index + pointsPerDay + 1
  }
  return alerts
}

/** A ratio of 0 gives -Infinity, so a point without a forecast never causes an alert. */
const computeScore = ({ surprise, residualRatio }: MeasuredPoint, { fullSurprise, residualWeight }: AlertSettings) =>
  surprise / fullSurprise + residualWeight * Math.log(residualRatio)

/** The median of the first 100 intervals between successive points, in milliseconds. */
const findIntervalMs = (points: readonly Point[]) =>
  median(points.slice(1, 101).map(({ localTimeMs }, i) => localTimeMs - (points[i]?.localTimeMs ?? 0)))

/** Measures three patterns: the newest number alone, the shape of the last 16, and the distribution of the last 24. */
const createMeasures = () => [new PatternDistance(1), new PatternDistance(16), new DistributionShift()]

/** Rates how rare the newest patterns of the values and of the forecast's residuals are. */
class PatternRarity {
  readonly #valueMeasures = createMeasures()
  readonly #residualMeasures = createMeasures()
  readonly #surprises = [...this.#valueMeasures, ...this.#residualMeasures].map(() => new Surprise())
  #pointCount = 0

  /**
   * Returns two thirds of the largest surprise plus one third of the second largest. Subtracts more with each point,
   * because long series contain more rare patterns by chance. At 1,000 points it subtracts 0.
   */
  next(value: number, residual: number): number {
    this.#pointCount++
    const distances = [
      ...this.#valueMeasures.map((measure) => measure.next(value)),
      ...this.#residualMeasures.map((measure) => measure.next(residual)),
    ]
    const surprises = distances.map((distance, i) => (this.#surprises[i] as Surprise).next(distance))
    const [largest = 0, second = 0] = surprises.toSorted((a, b) => b - a)
    return (2 * largest + second) / 3 - Math.log(this.#pointCount / 1_000) / 2
  }
}

/** Compares the newest residual, and the mean residual of the last hour, with the decaying maximum of earlier ones. */
class ResidualMaximum {
  readonly #pointsPerHour: number
  readonly #pointMaximum: DecayingMaximum
  readonly #hourMaximum: DecayingMaximum
  #lastHour: number[] = []

  constructor(pointsPerDay: number) {
    this.#pointsPerHour = Math.max(2, Math.floor(pointsPerDay / 24))
    this.#pointMaximum = new DecayingMaximum(residualHalfLifeDays * pointsPerDay)
    this.#hourMaximum = new DecayingMaximum(residualHalfLifeDays * pointsPerDay)
  }

  /** Returns the larger of the two ratios. */
  next(residual: number): number {
    this.#lastHour = [...this.#lastHour, residual].slice(-this.#pointsPerHour)
    const mean = this.#lastHour.reduce((sum, value) => sum + value, 0) / this.#lastHour.length
    return Math.max(this.#pointMaximum.next(Math.abs(residual)), this.#hourMaximum.next(Math.abs(mean)))
  }
}
