/**
 * Detects unusual days in a daily series. Each day is compared with its recent levels: yesterday, the last week and the
 * last four weeks. A day is unusual if it lies below all levels, or above all, by more than is usual for the series.
 * Values are compared as logarithms, so deviations are relative changes.
 */
import { median, quantile, sortAscending } from "../daily-series"
import { AlertThreshold } from "./alert-threshold"

export type DailySettings = {
  /** How many alerts a month the series may have on average, in both directions together. */
  alertsPerMonth: number
}

/** Values in the unit of the series. A value from `low` to `high` causes no alert. */
export type DailyAlert = {
  index: number
  /** Standard deviations from the expected value, negative below it. */
  score: number
  expected: number
  low: number
  high: number
}

export const dailyMethod = "weekday_level_budget.v2"
/** Benchmarks use these settings, which are those of the sensitivity `medium`. Signals use those of their rule. */
export const defaultSettings: DailySettings = { alertsPerMonth: 1 / 4 }

const daysPerMonth = 365.25 / 12
/** Smaller changes cause no alert, however steady the series is. */
const minChange = Math.log(1.15)
/** Zeros have no logarithm, so this share of the usual value is added to each value. */
const offsetShare = 0.02
const offsetDays = 28
/** The effect of a weekday comes from this many weeks. */
const maxEffectWeeks = 8
const minEffectWeeks = 3
/** A week with fewer values gives no effect. */
const minDaysOfWeek = 5
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
  const alertsPerDayAndDirection = settings.alertsPerMonth / daysPerMonth / 2
  const dropThreshold = new AlertThreshold(alertsPerDayAndDirection)
  const riseThreshold = new AlertThreshold(alertsPerDayAndDirection)
  const pastDeviations: number[] = []
  const alerts: DailyAlert[] = []
  for (const [index, value] of values.entries()) {
    const day = series.next(value === null ? null : Math.log(Math.max(value, 0) + offset))
    if (!day) continue
    const spread = spreadOf(pastDeviations)
    pastDeviations.push(Math.abs(day.adjusted - day.middle))
    if (spread === null) continue
    // Deviations are compared in units of the square root of the spread, a compromise between absolute deviations and
    // multiples of the spread. With it, both steady and bursty series cause as many alerts as their budget allows.
    const scale = Math.sqrt(spread)
    const drop = day.lowest - day.adjusted
    const rise = day.adjusted - day.highest
    const maxDrop = Math.max(dropThreshold.value * scale, minChange)
    const maxRise = Math.max(riseThreshold.value * scale, minChange)
    if (drop > maxDrop || rise > maxRise) {
      const valueAt = (level: number) => Math.max(0, Math.exp(level + day.weekdayEffect) - offset)
      alerts.push({
        index,
        score: (day.adjusted - day.middle) / spread,
        expected: valueAt(day.middle),
        low: valueAt(day.lowest - maxDrop),
        high: valueAt(day.highest + maxRise),
      })
    }
    dropThreshold.add(drop / scale, minChange / scale)
    riseThreshold.add(rise / scale, minChange / scale)
  }
  return alerts
}

/** A share of the median of the first values, or 1 if it is 0. */
function offsetOf(values: readonly (number | null)[]): number {
  const numbers = values.filter((value) => value !== null).slice(0, offsetDays)
  const usual = median(numbers.map(Math.abs))
  return usual > 0 ? offsetShare * usual : 1
}

/** The standard deviation of the recent deviations. Null while there are too few of them. */
function spreadOf(deviations: readonly number[]): number | null {
  if (deviations.length < minSpreadDays) return null
  return Math.max(minSpread, standardDeviationsPerMedian * median(deviations.slice(-spreadDays)))
}

/** The standard deviation of normally distributed values, divided by their median absolute deviation. */
const standardDeviationsPerMedian = 1.4826

/**
 * A day without the usual effect of its weekday, and the levels of the days before it. `lowest` and `highest` are
 * further apart if the effect of the weekday varies.
 */
type AdjustedDay = { adjusted: number; weekdayEffect: number; lowest: number; middle: number; highest: number }

/** Removes the weekly pattern from a series as it grows. */
class AdjustedSeries {
  readonly #values: (number | null)[] = []
  /** The effect of each day's weekday: its value minus the median of the week around it. */
  readonly #effects: (number | null)[] = []
  /** The values without the effect of their weekday. */
  readonly #adjusted: number[] = []

  /** Null for missing days, and until there is a weekly pattern and a level. */
  next(value: number | null): AdjustedDay | null {
    const effect = this.#effectOfNextDay()
    this.#values.push(value)
    this.#effects.push(null)
    this.#addEffect()
    if (value === null || effect === null) return null
    const adjusted = value - effect.usual
    const levels = levelDays.map((days) => median(this.#adjusted.slice(-days)))
    const haveLevels = this.#adjusted.length >= minLevelDays
    this.#adjusted.push(adjusted)
    if (!haveLevels) return null
    const low = Math.min(...levels)
    const high = Math.max(...levels)
    return {
      adjusted,
      weekdayEffect: effect.usual,
      lowest: low - (effect.usual - effect.low),
      middle: (low + high) / 2,
      highest: high + (effect.high - effect.usual),
    }
  }

  /** The median and the quartiles of the weekday's effect in the last weeks. Null with too few weeks. */
  #effectOfNextDay(): { usual: number; low: number; high: number } | null {
    const next = this.#values.length
    const sameWeekday: number[] = []
    for (let week = 1; week <= maxEffectWeeks; week++) {
      const effect = this.#effects[next - 7 * week]
      if (effect != null) sameWeekday.push(effect)
    }
    if (sameWeekday.length < minEffectWeeks) return null
    const ordered = sortAscending(sameWeekday)
    return { usual: quantile(ordered, 1 / 2), low: quantile(ordered, 1 / 4), high: quantile(ordered, 3 / 4) }
  }

  /** Computes the effect of the day three days ago, because the week around it is complete now. */
  #addEffect() {
    const center = this.#values.length - 4
    const value = this.#values[center]
    if (value == null || center < 3) return
    const week = this.#values.slice(center - 3).filter((neighbor) => neighbor !== null)
    if (week.length >= minDaysOfWeek) this.#effects[center] = value - median(week)
  }
}
