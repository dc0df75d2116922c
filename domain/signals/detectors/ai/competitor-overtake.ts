/** Finds a competitor whose visibility rose above your brand's between two scans. */
import { pluralize } from "@/domain/kernel/format-count"
import type { Change } from "@/domain/visibility/statistics/change"
import type { Finding } from "../../finding"
import { formatDay, formatPoints, formatWholePercent } from "../wording"
import { type AiSubject, aiFinding, observedShare, type ScanValue, withInterval } from "./ai-finding"

type Rivals = {
  own: { name: string; now: ScanValue; before: ScanValue }
  competitor: { id: string; name: string; now: ScanValue; before: ScanValue }
  /** The paired test of the lead. The lead in a cell is the competitor's visibility minus your brand's. */
  leadChange: Change
}

/** The lead must change from at most 0 to more than 0, and the paired test must confirm that it rose. */
export function detectOvertake(subject: AiSubject, { own, competitor, leadChange }: Rivals): Finding | null {
  const lead = competitor.now.value - own.now.value
  const leadBefore = competitor.before.value - own.before.value
  const { verdict, pAdjusted, method } = leadChange
  if (leadBefore > 0 || lead <= 0) return null
  if (verdict !== "up" || pAdjusted === null) return null
  const { now, before } = competitor
  const about = { ...subject, brand: { id: competitor.id, name: competitor.name, isOwn: false } }
  return aiFinding(about, {
    type: "ai_competitor_overtake",
    severity: "warning",
    direction: "up",
    impact: "negative",
    title: `${competitor.name} overtook ${own.name} in AI visibility`,
    summary: `${competitor.name} was mentioned in ${formatWholePercent(now.value)} and ${own.name} in ${formatWholePercent(own.now.value)} of ${pluralize(now.denominator, "answer")} on ${formatDay(now.date)}, a lead of ${formatPoints(lead)}, compared with ${formatWholePercent(before.value)} and ${formatWholePercent(own.before.value)} on ${formatDay(before.date)}.`,
    observed: observedShare(now),
    expected: withInterval(before),
    score: -Math.log10(pAdjusted),
    method: `${method ?? "paired"}.v1`,
    evidence: {
      kind: "scans",
      ids: [],
      counts: { lead, lead_before: leadBefore, own_visibility: own.now.value, own_visibility_before: own.before.value },
    },
    period: { from: now.date, to: now.date },
    baseline: { from: before.date, to: before.date },
  })
}
