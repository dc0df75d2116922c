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

const minDropPositions = 3
const minImpressionsPerWeek = 200
/** The p-value of the sign test must be smaller. */
const significanceLevel = 0.01

/**
 * Two conditions must hold: the group's position, weighted by impressions, fell far enough, and a sign test of each
 * item's own change confirms it.
 *
 * `subject`: the search position of the group.
 */
export function detectRankingDrop(subject: MetricSubject, items: readonly RankedItem[], weeks: Weeks): Finding | null {
  const now = groupRanking(items.flatMap((item) => item.now ?? []))
  const before = groupRanking(items.flatMap((item) => item.before ?? []))
  if (Math.min(now.impressions, before.impressions) < minImpressionsPerWeek) return null
  if (withoutRoundingNoise(now.position - before.position) < minDropPositions) return null
  const moves = items.flatMap((item) => (item.now && item.before ? item.now.position - item.before.position : []))
  const worse = moves.filter((move) => move > 0).length
  const better = moves.filter((move) => move < 0).length
  const p = signTest(worse, better)
  if (worse <= better || p >= significanceLevel) return null
  return metricFinding(subject, {
    type: "search_ranking_drop",
    severity: "warning",
    // The position number rises when the ranking falls.
    direction: "up",
    title: `${labelOf(subject)} fell by ${formatMetric(now.position - before.position, subject)} positions`,
    summary: `The average position was ${formatMetric(now.position, subject)} ${formatDays(weeks.now)} and ${formatMetric(before.position, subject)} in the week before, and ${count(worse)} of ${count(moves.length)} compared queries or pages rank worse.`,
    observed: { value: now.position, numerator: now.weightedSum, denominator: now.impressions, n: moves.length },
    expected: { value: before.position, low: null, high: before.position + minDropPositions },
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

/** The position of the group. `weightedSum` divided by `impressions`. */
function groupRanking(rankings: readonly Ranking[]) {
  const impressions = rankings.reduce((total, ranking) => total + ranking.impressions, 0)
  const weightedSum = rankings.reduce((total, ranking) => total + ranking.impressions * ranking.position, 0)
  return { impressions, weightedSum, position: weightedSum / impressions }
}

/** Removes the rounding noise of binary fractions, so that a drop of exactly 3 counts. */
const withoutRoundingNoise = (value: number) => Number(value.toFixed(9))
