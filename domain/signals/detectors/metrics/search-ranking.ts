/** Finds a group of search queries or pages that ranks clearly worse than in the week before. */
import { count } from "@/domain/kernel/format-count"
import { signTest } from "@/domain/visibility/statistics/change"
import type { Finding } from "../../finding"
import { metricFinding } from "../metric-finding"
import { formatDays, formatMetric, labelOf, type MetricSubject } from "../wording"

/** A query or a page in two weeks. Positions are means weighted by impressions. Null without impressions. */
export type RankedItem = { now: Ranking | null; before: Ranking | null }
type Ranking = { impressions: number; position: number }

type Weeks = { now: { from: string; to: string }; before: { from: string; to: string } }

/** In positions. */
const minDrop = 3
/** In each of the two weeks. */
const minImpressions = 200
/** The p-value of the sign test must be smaller. */
const significance = 0.01

/**
 * `subject`: the search position of the group. The group's position is weighted by impressions. The test pairs each
 * item with itself.
 */
export function detectRankingDrop(subject: MetricSubject, items: readonly RankedItem[], weeks: Weeks): Finding | null {
  const now = weighted(items.flatMap((item) => item.now ?? []))
  const before = weighted(items.flatMap((item) => item.before ?? []))
  if (Math.min(now.impressions, before.impressions) < minImpressions) return null
  if (roundError(now.position - before.position) < minDrop) return null
  const moves = items.flatMap((item) => (item.now && item.before ? item.now.position - item.before.position : []))
  const [worse, better] = [moves.filter((move) => move > 0).length, moves.filter((move) => move < 0).length]
  const p = signTest(worse, better)
  if (worse <= better || p >= significance) return null
  return metricFinding(subject, {
    type: "search_ranking_drop",
    severity: "warning",
    // The position number rises when the ranking falls.
    direction: "up",
    title: `${labelOf(subject)} fell by ${formatMetric(now.position - before.position, subject)} positions`,
    summary: `The average position was ${formatMetric(now.position, subject)} ${formatDays(weeks.now)} and ${formatMetric(before.position, subject)} in the week before, and ${count(worse)} of ${count(moves.length)} compared queries or pages rank worse.`,
    observed: { value: now.position, numerator: now.sum, denominator: now.impressions, n: moves.length },
    expected: { value: before.position, low: null, high: before.position + minDrop },
    score: -Math.log10(p),
    method: "paired_sign_test.v1",
    evidence: {
      kind: "ranking",
      ids: [],
      counts: {
        compared: moves.length,
        worse,
        better,
        impressions: now.impressions,
        impressions_before: before.impressions,
      },
    },
    period: weeks.now,
    baseline: weeks.before,
  })
}

function weighted(rankings: readonly Ranking[]) {
  const impressions = rankings.reduce((total, ranking) => total + ranking.impressions, 0)
  const sum = rankings.reduce((total, ranking) => total + ranking.impressions * ranking.position, 0)
  return { impressions, sum, position: sum / impressions }
}

/** Removes the rounding noise of binary fractions, so that a drop of exactly 3 counts. */
const roundError = (value: number) => Number(value.toFixed(9))
