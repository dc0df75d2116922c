/**
 * Detects unusual points in a series of any bin width. The detector is causal: an alert depends only on the points
 * before it. No data source stores values by the hour or minute yet, so only the benchmark runs it
 * (`npm run score -- signals`).
 *
 * Daily series have a detector of their own (anomaly/daily-alerts.ts), because a series of a year has too few days for
 * the comparison of patterns. In finer series, a point is unusual if two views agree: its pattern is rare, and it is far
 * from what is usual at its time.
 */

import { detectDailyAlerts } from "../anomaly/daily-alerts"
import { median } from "../daily-series"
import { DecayingMaximum } from "./decaying-maximum"
import { DistributionShift } from "./distribution-shift"
import { PatternDistance } from "./pattern-distance"
import { SeasonalForecast } from "./seasonal-forecast"
import { Surprise } from "./surprise"

/** `time`: milliseconds, in local time that is read as UTC. `value`: null for gaps. */
export type Point = { time: number; value: number | null }
/** `score`: the point divided by its alert threshold, so 1 or more. For daily series, standard deviations. */
export type Alert = { index: number; score: number }

export const anomalyMethod = "pattern_and_season.v2"

const dayMs = 86_400_000
/** Half-life of the maximum residual, in seasons. */
const residualHalfLife = 12
const minPoints = 28

export type AlertSettings = {
  /** Surprise that causes an alert by itself, when 1,000 points were seen. */
  fullSurprise: number
  /** A residual of e times the decaying maximum adds this much to the score. */
  residualWeight: number
}
/** `npm run score -- signals --neighbors` compares these settings with others. */
export const alertSettings: AlertSettings = { fullSurprise: 5.5, residualWeight: 1.1 }

export function detectIntradayAlerts(points: readonly Point[]): Alert[] {
  if (stepMsOf(points) >= dayMs / 2) return detectDailyAlerts(points.map(({ value }) => value))
  return selectAlerts(measurePoints(points), alertSettings)
}

/** `season`: points in a day. `points` has null for gaps. */
export type MeasuredSeries = { season: number; points: (MeasuredPoint | null)[] }
/** How rare the pattern is, and the residual as a share of the decaying maximum. */
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

/** After an alert, there is none for one season. */
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

/**
 * Three views of the newest numbers: the number alone, the shape of the last 16, and the distribution of the last 24.
 */
const viewsOf = () => [new PatternDistance(1), new PatternDistance(16), new DistributionShift()]

/** Rates how rare the newest pattern is: the pattern of the values, and that of the residuals of the forecast. */
class PatternRarity {
  readonly #ofValues = viewsOf()
  readonly #ofResiduals = viewsOf()
  readonly #surprises = [...this.#ofValues, ...this.#ofResiduals].map(() => new Surprise())
  #points = 0

  /**
   * Two thirds of the largest surprise and one third of the second. The more points were seen, the more surprise is
   * needed.
   */
  next(value: number, residual: number): number {
    this.#points++
    const views = [
      ...this.#ofValues.map((view) => view.next(value)),
      ...this.#ofResiduals.map((view) => view.next(residual)),
    ]
    const surprises = views.map((view, i) => (this.#surprises[i] as Surprise).next(view))
    const [largest = 0, second = 0] = surprises.toSorted((a, b) => b - a)
    return (2 * largest + second) / 3 - Math.log(this.#points / 1_000) / 2
  }
}

/** Compares a residual with the largest ones before it: alone, and as the mean of an hour. */
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
