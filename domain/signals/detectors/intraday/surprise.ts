/**
 * Rates a number against its own past: minus the logarithm of the share of past numbers that were at least as large.
 */
export class Surprise {
  readonly #ordered: number[] = []

  /** 0 for the smallest number so far, and about 7 for one that only one in 1,000 reached. */
  next(value: number): number {
    const index = this.#firstAtLeast(value)
    const share = (1 + this.#ordered.length - index) / (1 + this.#ordered.length)
    this.#ordered.splice(index, 0, value)
    return -Math.log(share)
  }

  #firstAtLeast(value: number): number {
    let [low, high] = [0, this.#ordered.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#ordered[middle] as number) < value) low = middle + 1
      else high = middle
    }
    return low
  }
}
