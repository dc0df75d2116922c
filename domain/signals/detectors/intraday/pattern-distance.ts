/** Measures how far the newest values are from the most similar values in the past. */

/** How many similar past patterns the newest one is compared with. */
const neighbors = 5
/** Past patterns that are searched. */
const history = 2_000
const minHistory = 20

/**
 * Root mean square distance between the last `length` values and their nearest past patterns. Patterns that share a
 * point with the newest one do not count. 0 while there are fewer than 20 past patterns.
 */
export class PatternDistance {
  readonly #values: number[] = []
  /** `#squares[s]`: sum of the squared differences between the newest pattern and the one that ends at s. */
  #squares: number[] = []
  #previous: number[] = []

  constructor(readonly length: number) {}

  next(value: number): number {
    this.#values.push(value)
    this.#updateSquares()
    const newest = this.#values.length - 1
    const last = newest - this.length
    const first = Math.max(this.length - 1, last - history + 1)
    if (last - first + 1 < minHistory) return 0
    return Math.sqrt(this.#meanOfSmallest(first, last) / this.length)
  }

  /** Each pattern moved by one point: it gained the newest difference and lost the oldest. */
  #updateSquares() {
    ;[this.#previous, this.#squares] = [this.#squares, this.#previous]
    const [values, length, newest] = [this.#values, this.length, this.#values.length - 1]
    const value = values[newest] as number
    const dropped = values[newest - length] as number
    const start = newest - length - history > length ? newest - length - history : 0
    for (let s = start; s < newest; s++) {
      const gained = value - (values[s] as number)
      const lost = s >= length ? dropped - (values[s - length] as number) : 0
      this.#squares[s] = (s > 0 ? (this.#previous[s - 1] as number) : 0) + gained * gained - lost * lost
    }
  }

  #meanOfSmallest(first: number, last: number): number {
    const smallest = new Array<number>(neighbors).fill(Number.POSITIVE_INFINITY)
    for (let s = first; s <= last; s++) {
      const square = this.#squares[s] as number
      let i = neighbors - 1
      if (square >= (smallest[i] as number)) continue
      for (; i > 0 && (smallest[i - 1] as number) > square; i--) smallest[i] = smallest[i - 1] as number
      smallest[i] = square
    }
    // Rounding can make a sum of squares slightly negative.
    return Math.max(0, smallest.reduce((sum, square) => sum + square, 0) / neighbors)
  }
}
