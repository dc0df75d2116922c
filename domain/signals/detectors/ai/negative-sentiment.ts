/** Finds a share of negative mentions that is clearly higher than before. */
import { pluralize } from "@/domain/kernel/format-count"
import type { Finding } from "../../finding"
import { formatDays, formatWholePercent } from "../wording"
import { type AiSubject, aiFinding, engineSuffix, type ScanValue, withInterval } from "./ai-finding"

type BrandSubject = AiSubject & { brand: NonNullable<AiSubject["brand"]> }

/** Mentions with a sentiment, on each side. */
const minLabelled = 20

/** `k` negative mentions of `n` with a sentiment. The interval now must lie above the interval of the baseline. */
export function detectNegativeSentiment(subject: BrandSubject, now: ScanValue, before: ScanValue): Finding | null {
  if (Math.min(now.n, before.n) < minLabelled) return null
  const [interval, expected] = [withInterval(now), withInterval(before)]
  if (interval.low <= expected.high) return null
  return aiFinding(subject, {
    type: "ai_negative_sentiment",
    severity: "warning",
    direction: "up",
    impact: subject.brand.isOwn ? "negative" : "positive",
    title: `More negative mentions of ${subject.brand.name}`,
    summary: `${formatWholePercent(now.value)} of ${pluralize(now.n, "mention")} of ${subject.brand.name}${engineSuffix(subject)} were negative ${formatDays(now)}, compared with ${formatWholePercent(before.value)} of ${pluralize(before.n, "mention")} before.`,
    observed: { value: now.value, numerator: now.k, denominator: now.n, n: now.n },
    expected,
    score: pooledZ(now, before),
    method: "wilson_intervals.v1",
    evidence: { kind: "scans", ids: [], counts: { negative: now.k, labelled: now.n, labelled_before: before.n } },
    period: { from: now.from, to: now.to },
    baseline: { from: before.from, to: before.to },
  })
}

/** The z statistic of two shares. */
function pooledZ(now: ScanValue, before: ScanValue): number {
  const share = (now.k + before.k) / (now.n + before.n)
  return (now.k / now.n - before.k / before.n) / Math.sqrt(share * (1 - share) * (1 / now.n + 1 / before.n))
}
