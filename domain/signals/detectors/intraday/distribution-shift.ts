/**
 * Measures how much the distribution of the last values differs from that of the past: their relative entropy
 * (Kullback-Leibler).
 */
import { quantile } from "../daily-series"

/** Values in the recent distribution. */
const recentValues = 24
/** Six bins of equal weight in the past, and one above its maximum. */
const innerBins = 6
const bins = innerBins + 1
const history = 5_000
/** Points between two updates of the bins. */
const updateEvery = 50

export class DistributionShift {
  readonly #values: number[] = []
  /** Upper edges of the bins, except the last one. Null until there are enough values. */
  #edges: number[] | null = null
  /** The share of past values in each bin. */
  #past: number[] = []

  /** 0 until there are 50 past values. */
  next(value: number): number {
    const position = this.#values.length
    if (position >= updateEvery && position % updateEvery === 0) this.#updateBins()
    this.#values.push(value)
    if (!this.#edges) return 0
    const recent = new Array<number>(bins).fill(0)
    for (const value of this.#values.slice(-recentValues))
      recent[this.#binOf(value)] = (recent[this.#binOf(value)] ?? 0) + 1
    let entropy = 0
    for (const [bin, count] of recent.entries()) {
      const share = count / recentValues
      if (share > 0) entropy += share * Math.log(share / (this.#past[bin] as number))
    }
    return entropy
  }

  #updateBins() {
    const past = this.#values.slice(-history)
    const ordered = past.toSorted((a, b) => a - b)
    const inner = Array.from({ length: innerBins - 1 }, (_, i) => quantile(ordered, (i + 1) / innerBins))
    this.#edges = [...inner, ordered.at(-1) as number]
    // One is added to each bin, so that no share of the past is 0.
    this.#past = new Array<number>(bins).fill(1)
    for (const value of past) this.#past[this.#binOf(value)] = (this.#past[this.#binOf(value)] as number) + 1
    this.#past = this.#past.map((count) => count / (past.length + bins))
  }

  #binOf(value: number): number {
    const edges = this.#edges as number[]
    let bin = 0
    while (bin < edges.length && (edges[bin] as number) < value) bin++
    return bin
  }
}
