/**
 * Compares numbers with the largest one so far. The stored maximum decays, so that one extreme value does not hide all
 * later ones.
 */
export class DecayingMaximum {
  #maximum = 0

  /** `halfLife`: the number of calls of `next` after which the maximum has decayed to half. */
  constructor(readonly halfLife: number) {}

  /** Returns `value` divided by the decayed maximum of earlier values. Infinite for the first number above 0. */
  next(value: number): number {
    const decayed = this.#maximum * 0.5 ** (1 / this.halfLife)
    this.#maximum = Math.max(decayed, value)
    if (decayed > 0) return value / decayed
    return value > 0 ? Number.POSITIVE_INFINITY : 0
  }
}
