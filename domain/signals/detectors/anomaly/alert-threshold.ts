/**
 * Computes the deviation above which a day causes an alert. The threshold is a quantile of the series' own past
 * deviations, so that about as many days exceed it as the alert budget allows.
 */

/** The threshold follows from this many past days. */
const historyDays = 365
const minHistoryDays = 35
/**
 * Above the maximum, deviations are assumed to be exponentially distributed. Their scale follows from the gap between
 * the largest deviation and the tenth, which is 1 + 1/2 + ... + 1/9 = 2.83 scales on average.
 */
const tailRanks = 10
const tailScales = 2.83
/** A deviation is recorded as at most this multiple of the limit that `add` computes. */
const maxRecordedMultiple = 1.2

export class AlertThreshold {
  /** Largest first. */
  readonly #ordered: number[] = []
  readonly #byDay: number[] = []

  constructor(readonly alertsPerDay: number) {}

  /** Infinite until there are five weeks of deviations. */
  get value(): number {
    const days = this.#ordered.length
    if (days < minHistoryDays) return Number.POSITIVE_INFINITY
    const allowed = this.alertsPerDay * (days + 1)
    return allowed < 1 ? this.#beyondMaximum(allowed) : this.#atRank(allowed)
  }

  /**
   * Records the deviation of a day. An extreme day is recorded as slightly more than the threshold, so that it does not
   * hide the next one. A threshold above the maximum is an extrapolation that would grow with each alert, so the
   * maximum takes its place. `minAlert`: smaller deviations cause no alert.
   */
  add(deviation: number, minAlert: number) {
    const maximum = this.#byDay.length < minHistoryDays ? Number.POSITIVE_INFINITY : (this.#ordered[0] as number)
    const limit = Math.max(Math.min(this.value, maximum), minAlert)
    const recorded = Math.min(deviation, maxRecordedMultiple * limit)
    this.#ordered.splice(this.#rankOf(recorded), 0, recorded)
    this.#byDay.push(recorded)
    if (this.#byDay.length <= historyDays) return
    this.#ordered.splice(this.#rankOf(this.#byDay.shift() as number), 1)
  }

  /** Interpolates between two ranks. */
  #atRank(allowed: number): number {
    const rank = Math.min(Math.floor(allowed), this.#ordered.length - 1)
    const [upper, lower] = [this.#ordered[rank - 1] as number, this.#ordered[rank] as number]
    return upper + (allowed - Math.floor(allowed)) * (lower - upper)
  }

  /** Used when less than one alert is allowed in the whole history. */
  #beyondMaximum(allowed: number): number {
    const largest = this.#ordered.slice(0, tailRanks)
    const [maximum, last] = [largest[0] as number, largest.at(-1) as number]
    return maximum + ((maximum - last) / tailScales) * Math.log(1 / allowed)
  }

  /** Index of the first deviation that is not larger. */
  #rankOf(deviation: number): number {
    let [low, high] = [0, this.#ordered.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#ordered[middle] as number) > deviation) low = middle + 1
      else high = middle
    }
    return low
  }
}
