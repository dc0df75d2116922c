/**
 * Forecasts a value from what is usual at its time. There are three simple forecasts, and the one with the smallest
 * recent error is used: the last season, the same time on other days, and the same time on the same weekday.
 */
import { median } from "../daily-series"

export type Forecast = {
  expected: number
  /** The value minus what was expected. */
  residual: number
  /** The mean size of recent residuals of this forecast, or 0 when there are none yet. */
  typicalError: number
}

/** Values of a day are grouped into at most this many slots, so 30 minutes at the finest. */
const maxSlots = 48
const daysKept = 7
const weeksKept = 4
/** A single residual moves the typical error at most this many times its size. */
const maxErrors = 5
const secondsPerDay = 86_400

/** The median values of past slots under one key, newest last. */
class RecentMedians<Key> {
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
  readonly #bySeason: RecentMedians<"all">
  readonly #byTimeOfDay = new RecentMedians<number>(daysKept)
  readonly #byTimeOfWeek = new RecentMedians<number>(weeksKept)
  #slot: { day: number; ofDay: number; ofWeek: number } | null = null
  #valuesInSlot: number[] = []
  #forecasts: (number | null)[] = []
  readonly #typicalErrors: (number | null)[] = [null, null, null]

  /** `pointsPerSeason`: points in a day. */
  constructor(pointsPerSeason: number) {
    this.#slotsPerDay = Math.min(pointsPerSeason, maxSlots)
    this.#errorWindow = 7 * pointsPerSeason
    this.#bySeason = new RecentMedians(this.#slotsPerDay)
  }

  /** Compares the next value with its forecast, and learns from it. Null until the first slot is complete. */
  next(time: number, value: number): Forecast | null {
    this.#enterSlot(time)
    this.#valuesInSlot.push(value)
    const best = this.#bestForecast()
    if (best === null) return null
    const expected = this.#forecasts[best] as number
    this.#updateErrors(value)
    return { expected, residual: value - expected, typicalError: this.#typicalErrors[best] as number }
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

  /** A forecast competes from its second value on, because its error is then known. The season's median always does. */
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
      const [error, typical] = [Math.abs(value - forecast), this.#typicalErrors[i] ?? null]
      this.#typicalErrors[i] =
        typical === null ? error : typical + (Math.min(error, maxErrors * typical + 1e-9) - typical) / this.#errorWindow
    }
  }
}
