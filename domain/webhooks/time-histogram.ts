/** Times on a logarithmic scale: histograms of different hours add up, and the percentiles of the sum are right within 2 %. */
import { type Sql, sql } from "@/prisma/client"

/** Bucket 0 holds what took 0.1 ms at most; bucket n what took more than 0.1 × 1.04^(n-1) ms and 0.1 × 1.04^n ms at most. */
const leastMs = 0.1
const growth = 1.04

/** By how much a percentile may be off, as a share of it, from 0.1 ms on: what is said lies in the middle of a bucket. */
export const largestError = (growth - 1) / (growth + 1)

/** How many times lie in each bucket. */
export type Histogram = ReadonlyMap<number, number>

/** The bucket of a time, as a smallint. */
export const bucketOf = (ms: Sql): Sql =>
  sql`greatest(0, ceil(ln(greatest(${ms}, ${leastMs}::float8) / ${leastMs}::float8) / ln(${growth}::float8)))::smallint`

export function sumOf(histograms: Histogram[]): Histogram {
  const sum = new Map<number, number>()
  for (const histogram of histograms)
    for (const [bucket, count] of histogram) sum.set(bucket, (sum.get(bucket) ?? 0) + count)
  return sum
}

/** The time (ms) below which `share` of all lie, between two as percentile_cont of Postgres has it; null when there are none. */
export function percentile(histogram: Histogram, share: number): number | null {
  const buckets = [...histogram].sort(([a], [b]) => a - b)
  const total = buckets.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return null
  const place = share * (total - 1)
  const [below, above] = [timeAt(buckets, Math.floor(place)), timeAt(buckets, Math.ceil(place))]
  return below + (above - below) * (place - Math.floor(place))
}

/** Of the time at this place in their order, the first being 0. */
function timeAt(buckets: [bucket: number, count: number][], place: number) {
  let left = place
  for (const [bucket, count] of buckets) {
    if (left < count) return bucket === 0 ? leastMs : (2 / (1 + growth)) * leastMs * growth ** bucket
    left -= count
  }
  throw new RangeError(`${place} is not a place among them`)
}
