/** Measures how far the newest values are from the most similar values in the past. */

/** The newest pattern is compared with this many of the most similar past patterns. */
const neighbors = 5
/** The search covers this many past patterns. */
const maxPastPatterns = 2_000
const minPastPatterns = 20

/** A pattern consists of `length` successive values. Patterns that share a value with the newest one do not count. */
export class PatternDistance {
  readonly #values: number[] = []
  /** `#squares[end]`: sum of the squared differences between the newest pattern and the one that ends at `end`. */
  #squares: number[] = []
  /** The squares of the previous value. Both arrays are reused, because a new one for each value would be slow. */
  #previousSquares: number[] = []

  constructor(readonly length: number) {}

  /** The root mean square distance to the most similar patterns. 0 while there are fewer than 20 past patterns. */
  next(value: number): number {
    this.#values.push(value)
    this.#updateSquares()
    const newest = this.#values.length - 1
    const last = newest - this.length
    const first = Math.max(this.length - 1, last - maxPastPatterns + 1)
    if (last - first + 1 < minPastPatterns) return 0
    return Math.sqrt(this.#meanOfSmallest(first, last) / this.length)
  }

  /** Each pattern has moved by one value: it gained the newest difference and lost the oldest. */
  #updateSquares() {
    const previous = this.#squares
    this.#squares = this.#previousSquares
    this.#previousSquares = previous
    const values = this.#values
    const length = this.length
    const newest = this.#values.length - 1
    const value = values[newest] as number
    const dropped = values[newest - length] as number
    const oldest = newest - length - maxPastPatterns
    for (let end = oldest > length ? oldest : 0; end < newest; end++) {
      const gained = value - (values[end] as number)
      const lost = end >= length ? dropped - (values[end - length] as number) : 0
      this.#squares[end] = (end > 0 ? (previous[end - 1] as number) : 0) + gained * gained - lost * lost
    }
  }

  #meanOfSmallest(first: number, last: number): number {
    const smallest = new Array<number>(neighbors).fill(Number.POSITIVE_INFINITY)
    for (let end = first; end <= last; end++) {
      const square = this.#squares[end] as number
      let i = neighbors - 1
      if (square >= (smallest[i] as number)) continue
      for (; i > 0 && (smallest[i - 1] as number) > square; i--) smallest[i] = smallest[i - 1] as number
      smallest[i] = square
    }
    // Rounding can make a sum of squares slightly negative.
    return Math.max(0, smallest.reduce((sum, square) => sum + square, 0) / neighbors)
  }
}
