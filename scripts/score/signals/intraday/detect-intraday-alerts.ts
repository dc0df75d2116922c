/**
 * Detects unusual points in a series of any bin width, for the benchmark. The detector is causal: an alert depends only
 * on the points before it. The product has daily values only, so it does not run this detector.
 *
 * A point is unusual if its pattern is rare and its value is far from what is usual at its time. Daily series have a
 * detector of their own, which the product runs, because a year has too few days to compare patterns.
 */
import { detectDailyAlerts } from "@/domain/signals/detectors/anomaly/daily-alerts"
import { median } from "@/domain/signals/detectors/daily-series"
import { DecayingMaximum } from "./decaying-maximum"
import { DistributionShift } from "./distribution-shift"
import { PatternDistance } from "./pattern-distance"
import { SeasonalForecast } from "./seasonal-forecast"
import { Surprise } from "./surprise"

/** `time`: the local time in milliseconds, as if it were UTC. `value`: null for gaps. */
export type Point = { time: number; value: number | null }
/** `score`: 1 or more, as a multiple of the alert threshold. For daily series, standard deviations. */
export type Alert = { index: number; score: number }

export const anomalyMethod = "pattern_and_season.v2"

const dayMs = 86_400_000
/** Half-life of the maximum residual, in seasons. */
const residualHalfLife = 12
const minPoints = 28

export type AlertSettings = {
  /** After 1,000 points, a surprise of this size causes an alert by itself. */
  fullSurprise: number
  /** A residual that is e times the decaying maximum adds this much to the score. */
  residualWeight: number
}
/** `npm run score -- signals --neighbors` compares these settings with others. */
export const alertSettings: AlertSettings = { fullSurprise: 5.5, residualWeight: 1.1 }

export function detectIntradayAlerts(points: readonly Point[]): Alert[] {
  if (stepMsOf(points) >= dayMs / 2) return detectDailyAlerts(points.map(({ value }) => value))
  return selectAlerts(measurePoints(points), alertSettings)
}

/** `season`: the number of points in a day. `points` has null for gaps. */
export type MeasuredSeries = { season: number; points: (MeasuredPoint | null)[] }
/** `surprise`: how rare the pattern is. `residual`: as a multiple of the decaying maximum. */
export type MeasuredPoint = { surprise: number; residual: number }

/** Only for series that are finer than daily. */
export function measurePoints(points: readonly Point[]): MeasuredSeries {
  const season = Math.max(1, Math.round(dayMs / Math.max(stepMsOf(points), 1_000)))
  const forecasts = new SeasonalForecast(season)
  const residuals = new ResidualMaximum(season)
  const rarity = new PatternRarity()
  const measured = points.map(({ time, value }) => {
    if (value === null) return null
    const forecast = forecasts.next(time, value)
    const surprise = rarity.next(value, forecast?.residual ?? 0)
    return { surprise, residual: forecast ? residuals.next(forecast.residual) : 0 }
  })
  return { season, points: measured }
}

/** For one season after an alert, there is no other. */
export function selectAlerts({ season, points }: MeasuredSeries, settings: AlertSettings): Alert[] {
  const alerts: Alert[] = []
  let quietUntil = Math.max(season, minPoints)
  for (const [index, point] of points.entries()) {
    const score = point ? scoreOf(point, settings) : 0
    if (score < 1 || index < quietUntil) continue
    alerts.push({ index, score })
    quietUntil = index + season + 1
  }
  return alerts
}

const scoreOf = ({ surprise, residual }: MeasuredPoint, { fullSurprise, residualWeight }: AlertSettings) =>
  surprise / fullSurprise + residualWeight * Math.log(residual)

/** The median time between two of the first points. */
const stepMsOf = (points: readonly Point[]) =>
  median(points.slice(1, 101).map(({ time }, i) => time - (points[i]?.time ?? 0)))

/** Measures three patterns: the newest number alone, the shape of the last 16, and the distribution of the last 24. */
const createMeasures = () => [new PatternDistance(1), new PatternDistance(16), new DistributionShift()]

/** Rates how rare the newest patterns of the values and of the forecast's residuals are. */
class PatternRarity {
  readonly #ofValues = createMeasures()
  readonly #ofResiduals = createMeasures()
  readonly #surprises = [...this.#ofValues, ...this.#ofResiduals].map(() => new Surprise())
  #points = 0

  /**
   * Returns two thirds of the largest surprise plus one third of the second largest. Subtracts more with each point,
   * because long series contain more rare patterns by chance.
   */
  next(value: number, residual: number): number {
    this.#points++
    const distances = [
      ...this.#ofValues.map((measure) => measure.next(value)),
      ...this.#ofResiduals.map((measure) => measure.next(residual)),
    ]
    const surprises = distances.map((distance, i) => (this.#surprises[i] as Surprise).next(distance))
    const [largest = 0, second = 0] = surprises.toSorted((a, b) => b - a)
    return (2 * largest + second) / 3 - Math.log(this.#points / 1_000) / 2
  }
}

/** Compares the newest residual, and the mean residual of the last hour, with the largest ones before. */
class ResidualMaximum {
  readonly #pointsPerHour: number
  readonly #point: DecayingMaximum
  readonly #hour: DecayingMaximum
  #recent: number[] = []

  constructor(season: number) {
    this.#pointsPerHour = Math.max(2, Math.floor(season / 24))
    this.#point = new DecayingMaximum(residualHalfLife * season)
    this.#hour = new DecayingMaximum(residualHalfLife * season)
  }

  next(residual: number): number {
    this.#recent = [...this.#recent, residual].slice(-this.#pointsPerHour)
    const mean = this.#recent.reduce((sum, value) => sum + value, 0) / this.#recent.length
    return Math.max(this.#point.next(Math.abs(residual)), this.#hour.next(Math.abs(mean)))
  }
}
