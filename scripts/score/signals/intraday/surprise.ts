/** Rates how rare a number is: minus the logarithm of the share of numbers that were at least as large. */
export class Surprise {
  readonly #smallestFirst: number[] = []

  /** 0 for the smallest number so far, and about 7 for a number that only one in 1,000 reached. */
  next(value: number): number {
    const index = this.#findFirstAtLeast(value)
    const share = (1 + this.#smallestFirst.length - index) / (1 + this.#smallestFirst.length)
    this.#smallestFirst.splice(index, 0, value)
    return -Math.log(share)
  }

  /** The index of the first stored number that is at least `value`. */
  #findFirstAtLeast(value: number): number {
    let low = 0
    let high = this.#smallestFirst.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#smallestFirst[middle] as number) < value) low = middle + 1
      else high = middle
    }
    return low
  }
}
