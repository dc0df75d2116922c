/**
 * Detects unusual days in a daily series. A day is unusual if it lies below or above its recent levels (yesterday, a
 * week, four weeks) by more than the series usually does. Values are compared as logarithms, so deviations are
 * relative changes.
 */
import { median, quantile, sortAscending } from "../daily-series"
import { AlertThreshold } from "./alert-threshold"

export type DailySettings = {
  /** How many alerts a month the series may have on average, in both directions together. */
  alertsPerMonth: number
}

/** Values in the unit of the series. `low` and `high` bound what causes no alert. */
export type DailyAlert = {
  index: number
  /** Standard deviations from the expected value, negative below it. */
  score: number
  expected: number
  low: number
  high: number
}

export const dailyMethod = "weekday_level_budget.v2"
/** The budget of benchmarks: that of the sensitivity `medium`. Signals take theirs from the rule that applies. */
export const defaultSettings: DailySettings = { alertsPerMonth: 1 / 4 }

const daysPerMonth = 365.25 / 12
/** Smaller changes cause no alert, however steady the series is. */
const minChange = Math.log(1.15)
/** Zeros have no logarithm, so this share of the usual value is added first. */
const offsetShare = 0.02
const offsetDays = 28
const weeksOfProfile = 8
const minWeeksOfProfile = 3
/** A day is compared with the medians of this many days before it. */
const levelDays = [1, 7, 28]
const minLevelDays = 7
const spreadDays = 28
const minSpreadDays = 7
const minSpread = 0.03

/** `values`: one per calendar day, null if it is missing. A day is compared only with the days before it. */
export function detectDailyAlerts(values: readonly (number | null)[], settings = defaultSettings): DailyAlert[] {
  const offset = offsetOf(values)
  const series = new AdjustedSeries()
  const alertsPerDay = settings.alertsPerMonth / daysPerMonth / 2
  const [below, above] = [new AlertThreshold(alertsPerDay), new AlertThreshold(alertsPerDay)]
  const deviations: number[] = []
  const alerts: DailyAlert[] = []
  for (const [index, value] of values.entries()) {
    const day = series.next(value === null ? null : Math.log(Math.max(value, 0) + offset))
    if (!day) continue
    const { adjusted, profile, lowest, middle, highest } = day
    const [drop, rise] = [lowest - adjusted, adjusted - highest]
    const spread = spreadOf(deviations)
    deviations.push(Math.abs(adjusted - middle))
    if (spread === null) continue
    // Deviations are divided by the square root of the spread: a compromise between not dividing and dividing by the
    // spread itself. With it, both steady and bursty series keep their alert budget.
    const unit = Math.sqrt(spread)
    const limits = { drop: Math.max(below.value * unit, minChange), rise: Math.max(above.value * unit, minChange) }
    if (drop > limits.drop || rise > limits.rise) {
      const valueAt = (level: number) => Math.max(0, Math.exp(level + profile) - offset)
      const expected = valueAt(middle)
      const score = (adjusted - middle) / spread
      alerts.push({ index, score, expected, low: valueAt(lowest - limits.drop), high: valueAt(highest + limits.rise) })
    }
    below.add(drop / unit, minChange / unit)
    above.add(rise / unit, minChange / unit)
  }
  return alerts
}

function offsetOf(values: readonly (number | null)[]): number {
  const numbers = values.filter((value) => value !== null).slice(0, offsetDays)
  const usual = median(numbers.map(Math.abs))
  return usual > 0 ? offsetShare * usual : 1
}

/** 1.4826 times the median deviation is the standard deviation of normally distributed values. */
function spreadOf(deviations: readonly number[]): number | null {
  if (deviations.length < minSpreadDays) return null
  return Math.max(minSpread, 1.4826 * median(deviations.slice(-spreadDays)))
}

/**
 * A day without the usual effect of its weekday (`profile`), and the levels of the days before it. `lowest` and
 * `highest` are further apart if the effect of the weekday varies.
 */
type AdjustedDay = { adjusted: number; profile: number; lowest: number; middle: number; highest: number }

/** Removes the weekly pattern from a series as it grows. */
class AdjustedSeries {
  readonly #values: (number | null)[] = []
  /** How far each day was from the median of the week around it. */
  readonly #relative: (number | null)[] = []
  readonly #adjusted: number[] = []

  /** Null for missing days, and until there is a weekly pattern and a level. */
  next(value: number | null): AdjustedDay | null {
    const profile = this.#profile()
    this.#values.push(value)
    this.#relative.push(null)
    this.#addRelative()
    if (value === null || profile === null) return null
    const adjusted = value - profile.usual
    const levels = levelDays.map((days) => median(this.#adjusted.slice(-days)))
    const isComplete = this.#adjusted.length >= minLevelDays
    this.#adjusted.push(adjusted)
    if (!isComplete) return null
    const [low, high] = [Math.min(...levels), Math.max(...levels)]
    return {
      adjusted,
      profile: profile.usual,
      lowest: low - (profile.usual - profile.low),
      middle: (low + high) / 2,
      highest: high + (profile.high - profile.usual),
    }
  }

  /** The effect of the next day's weekday in the last weeks: its median and its quartiles. */
  #profile(): { usual: number; low: number; high: number } | null {
    const next = this.#values.length
    const same: number[] = []
    for (let week = 1; week <= weeksOfProfile; week++) {
      const relative = this.#relative[next - 7 * week]
      if (relative != null) same.push(relative)
    }
    if (same.length < minWeeksOfProfile) return null
    const ordered = sortAscending(same)
    return { usual: quantile(ordered, 1 / 2), low: quantile(ordered, 1 / 4), high: quantile(ordered, 3 / 4) }
  }

  /** The week around a day is complete three days after it. */
  #addRelative() {
    const center = this.#values.length - 4
    const value = this.#values[center]
    if (value == null || center < 3) return
    const week = this.#values.slice(center - 3).filter((value) => value !== null)
    if (week.length >= 5) this.#relative[center] = value - median(week)
  }
}
