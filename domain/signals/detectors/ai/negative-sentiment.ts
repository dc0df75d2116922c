/** Finds a share of negative mentions that is clearly higher than before. */
import { pluralize } from "@/domain/kernel/format-count"
import type { Finding } from "../../finding"
import { formatDay, formatWholePercent } from "../wording"
import { type AiSubject, aiFinding, observedShare, type ScanValue, withInterval } from "./ai-finding"

type BrandSubject = AiSubject & { brand: NonNullable<AiSubject["brand"]> }

/** Both shares must come from at least this many mentions with a sentiment. */
const minMentions = 20

/**
 * The interval of the new share must lie above the interval of the earlier one.
 *
 * `numerator`: negative mentions. `denominator`: mentions with a sentiment.
 */
export function detectNegativeSentiment(subject: BrandSubject, now: ScanValue, before: ScanValue): Finding | null {
  if (Math.min(now.denominator, before.denominator) < minMentions) return null
  const interval = withInterval(now)
  const expected = withInterval(before)
  if (interval.low <= expected.high) return null
  return aiFinding(subject, {
    type: "ai_negative_sentiment",
    severity: "warning",
    direction: "up",
    impact: subject.brand.isOwn ? "negative" : "positive",
    title: `More negative mentions of ${subject.brand.name}`,
    summary: `${formatWholePercent(now.value)} of ${pluralize(now.denominator, "mention")} of ${subject.brand.name} were negative on ${formatDay(now.date)}, compared with ${formatWholePercent(before.value)} of ${pluralize(before.denominator, "mention")} on ${formatDay(before.date)}.`,
    observed: observedShare(now),
    expected,
    score: pooledZ(now, before),
    method: "wilson_intervals.v1",
    evidence: {
      kind: "scans",
      ids: [],
      counts: { negative: now.numerator, labelled: now.denominator, labelled_before: before.denominator },
    },
    period: { from: now.date, to: now.date },
    baseline: { from: before.date, to: before.date },
  })
}

/** The z statistic of the difference between two shares, with a pooled variance. */
function pooledZ(now: ScanValue, before: ScanValue): number {
  const pooledShare = (now.numerator + before.numerator) / (now.denominator + before.denominator)
  const variance = pooledShare * (1 - pooledShare) * (1 / now.denominator + 1 / before.denominator)
  return (now.numerator / now.denominator - before.numerator / before.denominator) / Math.sqrt(variance)
}
