/**
 * Forecasts a value from what is usual at its time. Three simple forecasts compete: the median of the last season, of
 * the same time on other days, and of the same time on the same weekday. The one with the smallest recent error is
 * used.
 */
import { median } from "@/domain/signals/detectors/daily-series"

/** `residual`: the value minus what was expected. */
export type Forecast = { expected: number; residual: number }

/** The values of a day are grouped into at most this many slots. A slot covers at least 30 minutes. */
const maxSlots = 48
const maxDays = 7
const maxWeeks = 4
/** A larger error counts as this many typical errors, so that one extreme value does not change them much. */
const maxTypicalErrors = 5
const secondsPerDay = 86_400

/** The newest values under each key, and their median. */
class RecentValues<Key> {
  readonly #byKey = new Map<Key, number[]>()
  constructor(readonly maxValues: number) {}

  add(key: Key, value: number) {
    const values = this.#byKey.get(key) ?? []
    values.push(value)
    if (values.length > this.maxValues) values.shift()
    this.#byKey.set(key, values)
  }

  /** Null with fewer than `minValues` values. */
  median(key: Key, minValues: number): number | null {
    const values = this.#byKey.get(key)
    return values && values.length >= minValues ? median(values) : null
  }
}

export class SeasonalForecast {
  readonly #slotsPerDay: number
  readonly #errorWindow: number
  readonly #bySeason: RecentValues<"all">
  readonly #byTimeOfDay = new RecentValues<number>(maxDays)
  readonly #byTimeOfWeek = new RecentValues<number>(maxWeeks)
  #slot: { day: number; ofDay: number; ofWeek: number } | null = null
  #valuesInSlot: number[] = []
  #forecasts: (number | null)[] = []
  readonly #typicalErrors: (number | null)[] = [null, null, null]

  /** A season is a day. */
  constructor(pointsPerSeason: number) {
    this.#slotsPerDay = Math.min(pointsPerSeason, maxSlots)
    this.#errorWindow = 7 * pointsPerSeason
    this.#bySeason = new RecentValues(this.#slotsPerDay)
  }

  /** Compares the next value with its forecast, and learns from it. Null until the first slot is complete. */
  next(time: number, value: number): Forecast | null {
    this.#enterSlot(time)
    this.#valuesInSlot.push(value)
    const best = this.#bestForecast()
    if (best === null) return null
    const expected = this.#forecasts[best] as number
    this.#updateErrors(value)
    return { expected, residual: value - expected }
  }

  #enterSlot(time: number) {
    const day = Math.floor(time / 1_000 / secondsPerDay)
    const ofDay = Math.floor((((time / 1_000) % secondsPerDay) * this.#slotsPerDay) / secondsPerDay)
    if (this.#slot?.day === day && this.#slot.ofDay === ofDay) return
    if (this.#slot) this.#learn(this.#slot, median(this.#valuesInSlot))
    this.#slot = { day, ofDay, ofWeek: (day % 7) * this.#slotsPerDay + ofDay }
    this.#valuesInSlot = []
    this.#forecasts = [
      this.#bySeason.median("all", 1),
      this.#byTimeOfDay.median(ofDay, 2),
      this.#byTimeOfWeek.median(this.#slot.ofWeek, 2),
    ]
  }

  #learn({ ofDay, ofWeek }: { ofDay: number; ofWeek: number }, value: number) {
    this.#bySeason.add("all", value)
    this.#byTimeOfDay.add(ofDay, value)
    this.#byTimeOfWeek.add(ofWeek, value)
  }

  /** The index of the forecast with the smallest typical error. Only the season's median may have none yet. */
  #bestForecast(): number | null {
    let best: number | null = null
    for (const [i, forecast] of this.#forecasts.entries()) {
      const error = this.#typicalErrors[i] ?? Number.POSITIVE_INFINITY
      if (forecast === null || (i > 0 && error === Number.POSITIVE_INFINITY)) continue
      if (best === null || error < (this.#typicalErrors[best] ?? Number.POSITIVE_INFINITY)) best = i
    }
    return best
  }

  #updateErrors(value: number) {
    for (const [i, forecast] of this.#forecasts.entries()) {
      if (forecast === null) continue
      const error = Math.abs(value - forecast)
      const typical = this.#typicalErrors[i] ?? error
      const limited = Math.min(error, maxTypicalErrors * typical + 1e-9)
      this.#typicalErrors[i] = typical + (limited - typical) / this.#errorWindow
    }
  }
}
