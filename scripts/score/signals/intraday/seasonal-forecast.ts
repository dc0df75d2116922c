/**
 * Forecasts a value from what is usual at its time. Three simple forecasts compete: the median of the last day, of the
 * same time on other days, and of the same time on the same weekday. The one with the smallest recent error is used.
 */
import { median } from "@/domain/signals/detectors/daily-series"

/** `residual`: the value minus what was expected. */
export type Forecast = { expected: number; residual: number }

/** The values of a day are grouped into at most this many slots. A slot covers at least 30 minutes. */
const maxSlots = 48
const maxDays = 7
const maxWeeks = 4
/** The typical error is an exponential average over this many days. */
const errorDays = 7
/** Caps an error at this multiple of the typical error, to limit the effect of outliers. */
const maxErrorRatio = 5
/** Lets a typical error of 0 grow: without it, the cap would be 0 for ever. */
const minErrorCap = 1e-9
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

type Slot = { day: number; slotOfDay: number; slotOfWeek: number }

/** One of the competing forecasts. `expected`: its value for the current slot, null without enough values. */
type Candidate = { expected: number | null; typicalError: number | null }

export class SeasonalForecast {
  readonly #slotsPerDay: number
  /** The number of points over which typical errors are averaged. */
  readonly #errorWindow: number
  readonly #lastDay: RecentValues<"all">
  readonly #byTimeOfDay = new RecentValues<number>(maxDays)
  readonly #byTimeOfWeek = new RecentValues<number>(maxWeeks)
  #slot: Slot | null = null
  #valuesInSlot: number[] = []
  readonly #candidates = {
    lastDay: newCandidate(),
    timeOfDay: newCandidate(),
    timeOfWeek: newCandidate(),
  }

  constructor(pointsPerDay: number) {
    this.#slotsPerDay = Math.min(pointsPerDay, maxSlots)
    this.#errorWindow = errorDays * pointsPerDay
    this.#lastDay = new RecentValues(this.#slotsPerDay)
  }

  /**
   * Compares the next value with its forecast, which the errors of earlier points choose, and learns from it. Null
   * until the first slot is complete.
   */
  next(timeMs: number, value: number): Forecast | null {
    this.#enterSlot(timeMs)
    this.#valuesInSlot.push(value)
    const { expected } = this.#findBest()
    if (expected === null) return null
    this.#updateErrors(value)
    return { expected, residual: value - expected }
  }

  #enterSlot(timeMs: number) {
    const seconds = timeMs / 1_000
    const day = Math.floor(seconds / secondsPerDay)
    const slotOfDay = Math.floor(((seconds % secondsPerDay) * this.#slotsPerDay) / secondsPerDay)
    if (this.#slot?.day === day && this.#slot.slotOfDay === slotOfDay) return
    if (this.#slot) this.#learn(this.#slot, median(this.#valuesInSlot))
    const slotOfWeek = (day % 7) * this.#slotsPerDay + slotOfDay
    this.#slot = { day, slotOfDay, slotOfWeek }
    this.#valuesInSlot = []
    this.#candidates.lastDay.expected = this.#lastDay.median("all", 1)
    this.#candidates.timeOfDay.expected = this.#byTimeOfDay.median(slotOfDay, 2)
    this.#candidates.timeOfWeek.expected = this.#byTimeOfWeek.median(slotOfWeek, 2)
  }

  #learn({ slotOfDay, slotOfWeek }: Slot, value: number) {
    this.#lastDay.add("all", value)
    this.#byTimeOfDay.add(slotOfDay, value)
    this.#byTimeOfWeek.add(slotOfWeek, value)
  }

  /** The candidate with the smallest typical error. The last day can forecast first, so it is the default. */
  #findBest(): Candidate {
    const { lastDay, timeOfDay, timeOfWeek } = this.#candidates
    let best: Candidate = lastDay
    for (const candidate of [timeOfDay, timeOfWeek]) {
      if (candidate.expected === null || candidate.typicalError === null) continue
      if (candidate.typicalError < (best.typicalError ?? Number.POSITIVE_INFINITY)) best = candidate
    }
    return best
  }

  #updateErrors(value: number) {
    for (const candidate of Object.values(this.#candidates)) {
      if (candidate.expected === null) continue
      const error = Math.abs(value - candidate.expected)
      const typicalError = candidate.typicalError ?? error
      const cappedError = Math.min(error, maxErrorRatio * typicalError + minErrorCap)
      candidate.typicalError = typicalError + (cappedError - typicalError) / this.#errorWindow
    }
  }
}

function newCandidate(): Candidate {
  return { expected: null, typicalError: null }
}
