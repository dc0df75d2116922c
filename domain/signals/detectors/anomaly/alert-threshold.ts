/**
 * Computes the deviation above which a day causes an alert. The threshold is a quantile of the series' own past
 * deviations, so that about as many days exceed it as the alert budget allows.
 */

/** The deviations of this many past days determine the threshold. */
const historyDays = 365
const minHistoryDays = 35
/**
 * Deviations above the maximum are assumed to follow an exponential distribution. The gap between the largest and the
 * tenth largest deviation gives its scale: on average, the gap is 1 + 1/2 + ... + 1/9 = 2.83 times the scale.
 */
const tailRanks = 10
const meanGapInScales = 2.83
/** An extreme deviation is recorded as this multiple of the smallest deviation that causes an alert. */
const maxRecordedMultiple = 1.2

export class AlertThreshold {
  readonly #largestFirst: number[] = []
  readonly #oldestFirst: number[] = []

  constructor(readonly alertsPerDay: number) {}

  /** Infinite until there are five weeks of deviations. */
  get value(): number {
    const days = this.#largestFirst.length
    if (days < minHistoryDays) return Number.POSITIVE_INFINITY
    const allowed = this.alertsPerDay * (days + 1)
    return allowed < 1 ? this.#aboveMaximum(allowed) : this.#atRank(allowed)
  }

  /**
   * Records the deviation of a day. An extreme deviation is recorded as slightly more than the threshold, so that it
   * does not hide the next one. Deviations below `minAlert` cause no alert.
   */
  add(deviation: number, minAlert: number) {
    const recorded = Math.min(deviation, maxRecordedMultiple * Math.max(this.#thresholdInHistory(), minAlert))
    this.#largestFirst.splice(this.#rankOf(recorded), 0, recorded)
    this.#oldestFirst.push(recorded)
    if (this.#oldestFirst.length <= historyDays) return
    const forgotten = this.#oldestFirst.shift() as number
    this.#largestFirst.splice(this.#rankOf(forgotten), 1)
  }

  /**
   * The threshold, but at most the largest recorded deviation. A threshold above it is an extrapolation, which would
   * grow with each alert.
   */
  #thresholdInHistory(): number {
    if (this.#oldestFirst.length < minHistoryDays) return Number.POSITIVE_INFINITY
    return Math.min(this.value, this.#largestFirst[0] as number)
  }

  /** The deviation at a rank that may be a fraction. Interpolates between the two closest ranks. */
  #atRank(allowed: number): number {
    const rank = Math.min(Math.floor(allowed), this.#largestFirst.length - 1)
    const upper = this.#largestFirst[rank - 1] as number
    const lower = this.#largestFirst[rank] as number
    return upper + (allowed - Math.floor(allowed)) * (lower - upper)
  }

  /** Extrapolates above the maximum, because less than one alert is allowed in the whole history. */
  #aboveMaximum(allowed: number): number {
    const largest = this.#largestFirst.slice(0, tailRanks)
    const maximum = largest[0] as number
    const last = largest.at(-1) as number
    return maximum + ((maximum - last) / meanGapInScales) * Math.log(1 / allowed)
  }

  /** The index of the first deviation that is not larger, by binary search. */
  #rankOf(deviation: number): number {
    let low = 0
    let high = this.#largestFirst.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#largestFirst[middle] as number) > deviation) low = middle + 1
      else high = middle
    }
    return low
  }
}
