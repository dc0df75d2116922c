/** Measures how far the newest values are from the most similar values in the past. */

/** The newest pattern is compared with this many of the most similar past patterns. */
const neighborCount = 5
/** The search covers this many past patterns. */
const maxPastPatterns = 2_000
const minPastPatterns = 20

/** A pattern consists of `length` successive values. Patterns that share a value with the newest one do not count. */
export class PatternDistance {
  readonly #values: number[] = []
  /** At index `end`: the sum of the squared differences between the newest pattern and the one that ends at `end`. */
  #squaredDistances: number[] = []
  /** The distances of the previous value. */
  #previousSquaredDistances: number[] = []

  constructor(readonly length: number) {}

  /** The root mean square distance to the most similar patterns. 0 while there are fewer than 20 past patterns. */
  next(value: number): number {
    this.#values.push(value)
    this.#updateSquaredDistances()
    const lastEnd = this.#values.length - 1 - this.length
    const firstEnd = Math.max(this.length - 1, lastEnd - maxPastPatterns + 1)
    if (lastEnd - firstEnd + 1 < minPastPatterns) return 0
    return Math.sqrt(this.#meanOfSmallest(firstEnd, lastEnd) / this.length)
  }

  /** Each pattern has moved by one value, so its sum gains the newest difference and loses the oldest. */
  #updateSquaredDistances() {
    // Swaps the arrays and overwrites the older one, because a new array for each value would be slow.
    const previous = this.#squaredDistances
    this.#squaredDistances = this.#previousSquaredDistances
    this.#previousSquaredDistances = previous
    const values = this.#values
    const length = this.length
    const newest = values.length - 1
    const newestValue = values[newest] as number
    const droppedValue = values[newest - length] as number
    const oldest = newest - length - maxPastPatterns
    // Starts at 0 until the search range is full, because the sums of complete patterns grow out of incomplete ones.
    for (let end = oldest > length ? oldest : 0; end < newest; end++) {
      const gained = newestValue - (values[end] as number)
      const lost = end >= length ? droppedValue - (values[end - length] as number) : 0
      const previousSum = end > 0 ? (previous[end - 1] as number) : 0
      this.#squaredDistances[end] = previousSum + gained * gained - lost * lost
    }
  }

  #meanOfSmallest(firstEnd: number, lastEnd: number): number {
    const smallest = new Array<number>(neighborCount).fill(Number.POSITIVE_INFINITY)
    for (let end = firstEnd; end <= lastEnd; end++) {
      const squaredDistance = this.#squaredDistances[end] as number
      let i = neighborCount - 1
      if (squaredDistance >= (smallest[i] as number)) continue
      for (; i > 0 && (smallest[i - 1] as number) > squaredDistance; i--) smallest[i] = smallest[i - 1] as number
      smallest[i] = squaredDistance
    }
    // Rounding can make a sum of squares slightly negative.
    return Math.max(0, smallest.reduce((sum, square) => sum + square, 0) / neighborCount)
  }
}
