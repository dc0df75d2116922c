/**
 * Histograms of response times on a logarithmic scale. Histograms of several hours can be added up, and percentiles of
 * the sum are within 2% of the true value.
 */
import { type Sql, sql } from "@/prisma/client"

/**
 * Bucket 0 counts times up to 0.1 ms. Bucket n counts times from 0.1 × 1.04^(n-1) ms, exclusive, to 0.1 × 1.04^n ms,
 * inclusive.
 */
const minMs = 0.1
const growth = 1.04

/** Maximum relative error of a percentile from 0.1 ms on: the reported value is the middle of a bucket. */
export const largestError = (growth - 1) / (growth + 1)

/** Number of times per bucket. */
export type Histogram = ReadonlyMap<number, number>

/** The bucket number of a time, as a smallint. */
export const bucketOf = (ms: Sql): Sql =>
  sql`greatest(0, ceil(ln(greatest(${ms}, ${minMs}::float8) / ${minMs}::float8) / ln(${growth}::float8)))::smallint`

export function sumOf(histograms: Histogram[]): Histogram {
  const sum = new Map<number, number>()
  for (const histogram of histograms)
    for (const [bucket, count] of histogram) sum.set(bucket, (sum.get(bucket) ?? 0) + count)
  return sum
}

/**
 * The time in ms below which `share` of all times lie, interpolated like percentile_cont of Postgres. Null when there
 * are none.
 */
export function percentile(histogram: Histogram, share: number): number | null {
  const buckets = [...histogram].sort(([a], [b]) => a - b)
  const total = buckets.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return null
  const rank = share * (total - 1)
  const below = timeAt(buckets, Math.floor(rank))
  const above = timeAt(buckets, Math.ceil(rank))
  return below + (above - below) * (rank - Math.floor(rank))
}

/** The time at this position in sorted order, starting at 0. Every time counts as the middle of its bucket. */
function timeAt(buckets: [bucket: number, count: number][], rank: number) {
  let remaining = rank
  for (const [bucket, count] of buckets) {
    if (remaining < count) return bucket === 0 ? minMs : (2 / (1 + growth)) * minMs * growth ** bucket
    remaining -= count
  }
  throw new RangeError(`The histogram has no time at position ${rank}`)
}
