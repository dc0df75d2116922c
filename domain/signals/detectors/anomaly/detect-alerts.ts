/**
 * Detects unusual points in a series of any bin width. The detector is causal: an alert depends only on the points
 * before it.
 *
 * Daily series have a detector of their own (daily-alerts.ts), because a series of a year has too few days for the
 * comparison of patterns. In finer series, a point is unusual if two views agree: its pattern is rare, and it is far
 * from what is usual at its time.
 */
import { median } from "../daily-series"
import { detectDailyAlerts } from "./daily-alerts"
import { DecayingMaximum } from "./decaying-maximum"
import { DistributionShift } from "./distribution-shift"
import { PatternDistance } from "./pattern-distance"
import { SeasonalForecast } from "./seasonal-forecast"
import { Surprise } from "./surprise"

/** `time`: milliseconds, in local time that is read as UTC. `value`: null for gaps. */
export type Point = { time: number; value: number | null }
/** `score`: the point divided by its alert threshold, so 1 or more. For daily series, standard deviations. */
export type Alert = { index: number; score: number }

export const anomalyMethod = "pattern_and_season.v1"

const dayMs = 86_400_000
/** Surprise that causes an alert by itself, when 1,000 points were seen. */
const fullSurprise = 5
/** A residual of e times the decaying maximum adds this much to the score. */
const residualWeight = 0.9
/** Smaller residuals, as a share of the decaying maximum, cause no alert. */
const minResidual = 0.7
/** Half-life of the maximum residual, in seasons. */
const residualHalfLife = 12
const minPoints = 28

export function detectAlerts(points: readonly Point[]): Alert[] {
  const stepMs = median(points.slice(1, 101).map(({ time }, i) => time - (points[i]?.time ?? 0)))
  if (stepMs >= dayMs / 2) return detectDailyAlerts(points.map(({ value }) => value))
  const season = Math.max(1, Math.round(dayMs / Math.max(stepMs, 1_000)))
  const score = new PointScore(season)
  const alerts: Alert[] = []
  let quietUntil = Math.max(season, minPoints)
  for (const [index, { time, value }] of points.entries()) {
    const current = value === null ? 0 : score.next(time, value)
    if (current < 1 || index < quietUntil) continue
    alerts.push({ index, score: current })
    quietUntil = index + season + 1
  }
  return alerts
}

/** Combines how rare the newest pattern is with how large the residual of the seasonal forecast is. */
class PointScore {
  readonly #forecast: SeasonalForecast
  readonly #residuals: ResidualMaximum
  readonly #rarity = new PatternRarity()

  constructor(season: number) {
    this.#forecast = new SeasonalForecast(season)
    this.#residuals = new ResidualMaximum(season)
  }

  next(time: number, value: number): number {
    const forecast = this.#forecast.next(time, value)
    const surprise = this.#rarity.next(value, forecast?.residual ?? 0)
    const ratio = forecast ? this.#residuals.next(forecast.residual) : 0
    return ratio < minResidual ? 0 : surprise / fullSurprise + residualWeight * Math.log(ratio)
  }
}

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
