/**
 * Measures how much the distribution of the last values differs from that of the past: their relative entropy
 * (Kullback-Leibler).
 */
import { quantile } from "@/domain/signals/detectors/daily-series"

/** The recent distribution has this many values. */
const recentCount = 24
/** Each of these bins contains the same share of the past. One more bin is above the maximum of the past. */
const innerBins = 6
const binCount = innerBins + 1
/** The distribution of the past has at most this many values. */
const maxPastCount = 5_000
/** The bins are updated each time after this many values, and first used then. */
const valuesPerUpdate = 50

export class DistributionShift {
  readonly #values: number[] = []
  /** Upper edges of the bins, except the last one. Null until there are enough values. */
  #edges: number[] | null = null
  /** The share of past values in each bin. */
  #pastShares: number[] = []

  /** 0 until there are 50 past values. */
  next(value: number): number {
    const count = this.#values.length
    if (count > 0 && count % valuesPerUpdate === 0) this.#updateBins()
    this.#values.push(value)
    if (!this.#edges) return 0
    let entropy = 0
    for (const [bin, valuesInBin] of this.#countByBin(this.#values.slice(-recentCount)).entries()) {
      const share = valuesInBin / recentCount
      if (share > 0) entropy += share * Math.log(share / (this.#pastShares[bin] as number))
    }
    return entropy
  }

  #updateBins() {
    const past = this.#values.slice(-maxPastCount)
    const sorted = past.toSorted((a, b) => a - b)
    const innerEdges = Array.from({ length: innerBins - 1 }, (_, i) => quantile(sorted, (i + 1) / innerBins))
    this.#edges = [...innerEdges, sorted.at(-1) as number]
    // One is added to each bin, so that no share of the past is 0.
    this.#pastShares = this.#countByBin(past).map((count) => (count + 1) / (past.length + binCount))
  }

  #countByBin(values: readonly number[]): number[] {
    const counts = new Array<number>(binCount).fill(0)
    for (const value of values) {
      const bin = this.#findBin(value)
      counts[bin] = (counts[bin] as number) + 1
    }
    return counts
  }

  #findBin(value: number): number {
    const edges = this.#edges as number[]
    let bin = 0
    while (bin < edges.length && (edges[bin] as number) < value) bin++
    return bin
  }
}
