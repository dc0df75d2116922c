/** Finds a clear change of a brand's visibility between two scans. The verdict comes from the paired test. */
import { pluralize } from "@/domain/kernel/format-count"
import type { Change } from "@/domain/visibility/statistics/change"
import type { Finding } from "../../finding"
import { impactOf, oppositeImpact, severityOfPoints, toPoints } from "../severity"
import { formatDay, formatPoints, formatWholePercent } from "../wording"
import { type AiSubject, aiFinding, observedShare, type ScanValue, withInterval } from "./ai-finding"

type BrandSubject = AiSubject & { brand: NonNullable<AiSubject["brand"]> }

/** `delta`: the mean difference in the cells that both scans have. The test examines these cells. */
export type TestedScans = { now: ScanValue; before: ScanValue; change: Change & { delta: number | null } }

/** In percentage points. */
const minPoints = 5
/** In each of the two scans. */
const minAnswers = 30

/** A rise of your brand is good, and a rise of a competitor is bad. */
export function detectVisibilityChange(subject: BrandSubject, { now, before, change }: TestedScans): Finding | null {
  const { verdict, delta, pAdjusted } = change
  const isClear = verdict === "up" || verdict === "down"
  if (!isClear || delta === null || pAdjusted === null) return null
  if (toPoints(delta) < minPoints) return null
  if (Math.min(now.denominator, before.denominator) < minAnswers) return null
  const forBrand = impactOf(subject.metric_id, verdict)
  const impact = subject.brand.isOwn ? forBrand : oppositeImpact(forBrand)
  const roseOrFell = verdict === "up" ? "rose" : "fell"
  const expected = withInterval(before)
  return aiFinding(subject, {
    type: verdict === "up" ? "ai_visibility_rise" : "ai_visibility_drop",
    severity: severityOfPoints(delta, impact),
    direction: verdict,
    impact,
    title: `AI visibility of ${subject.brand.name} ${roseOrFell} by ${formatPoints(delta)}`,
    summary: `${subject.brand.name} was mentioned in ${formatWholePercent(now.value)} of ${pluralize(now.denominator, "answer")} on ${formatDay(now.date)}, compared with ${formatWholePercent(before.value)} of ${pluralize(before.denominator, "answer")} on ${formatDay(before.date)}.`,
    observed: observedShare(now),
    expected,
    score: -Math.log10(pAdjusted),
    method: `${change.method ?? "paired"}.v1`,
    evidence: {
      kind: "scans",
      ids: [],
      counts: {
        answers: now.denominator,
        answers_before: before.denominator,
        mentions: now.numerator,
        mentions_before: before.numerator,
        delta,
      },
    },
    period: { from: now.date, to: now.date },
    baseline: { from: before.date, to: before.date },
  })
}
