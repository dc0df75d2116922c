/**
 * Computes the deviation above which a day causes an alert. The threshold is a quantile of the series' own past
 * deviations, so that about as many days exceed it as the alert budget allows.
 */

/** The threshold follows from this many past days. */
const historyDays = 365
const minHistoryDays = 35
/**
 * Above the maximum, deviations are assumed to be exponentially distributed. The scale is a seventh of the gap between
 * the largest deviation and the tenth.
 */
const tailRanks = 10
const tailShare = 1 / 7

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

  add(deviation: number) {
    this.#ordered.splice(this.#rankOf(deviation), 0, deviation)
    this.#byDay.push(deviation)
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
    return maximum + tailShare * (maximum - last) * Math.log(1 / allowed)
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
