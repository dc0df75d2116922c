/** Tests whether share of voice, average position, citation rate and sentiment changed between two periods. */
import type { CountedRow } from "./count-metrics"
import { distanceToEnd, roundTo12Digits } from "./metrics"
import type { Metric, MetricChange, MetricsRow } from "./metrics-table"
import { columnSum, type PairedMetric, pairedMetrics, pairedRatioSums, type TermSums } from "./paired-ratios"
import { ratios } from "./ratios"
import type { CellChange } from "./read-changes"
import { adjustByFamily, metricSignificance } from "./statistics/change"
import { minAnswers } from "./statistics/precision"
import { testRatioChange } from "./statistics/ratio-change"

export type MetricChanges = NonNullable<MetricsRow["change"]>["metrics"]

/** With fewer events (see `Ratio`) in both periods together, the difference is far from normally distributed. */
const minEvents = 10

/**
 * Returns a map by `rowKey`. Tests do not depend on what the response displays: p-values are adjusted over all groups
 * and tracked brands. Where the change of visibility is not comparable, the other metrics are not comparable either.
 */
export function testMetrics(
  rows: readonly CountedRow[],
  previousRows: ReadonlyMap<string, CountedRow>,
  changes: ReadonlyMap<string, CellChange>,
): Map<string, MetricChanges> {
  const tests = [...changes].flatMap(([key, change]) =>
    pairedMetrics.map((name) => ({ key, name, isOwnBrand: change.is_own_brand, ...testMetric(name, change) })),
  )
  const adjusted = adjustByFamily(tests, ({ isOwnBrand, name }) => (isOwnBrand ? name : "others"))
  const testsByKey = Map.groupBy(tests, ({ key }) => key)
  return new Map(
    rows.map((row) => {
      const previous = previousRows.get(row.key)
      const entries = (testsByKey.get(row.key) ?? []).map((test) => {
        const delta = differenceOf(row[test.name], previous?.[test.name])
        return [test.name, changeOf(test, adjusted.get(test) ?? null, delta)]
      })
      return [row.key, Object.fromEntries(entries)]
    }),
  )
}

type Test = { verdict: MetricChange["verdict"]; delta: number | null; p: number | null }

/** Tests one metric of one row on its own, before the adjustment. */
function testMetric(name: PairedMetric, { verdict, term_sums }: CellChange): Test {
  if (verdict === "not_comparable") return { verdict, delta: null, p: null }
  if (!hasEnoughAnswers(name, term_sums)) return { verdict: "insufficient", delta: null, p: null }
  const tested = testRatioChange(pairedRatioSums(name, term_sums))
  if (!tested) return { verdict: "insufficient", delta: null, p: null }
  return { verdict: "no_clear_change", delta: roundTo12Digits(toPublicDifference(name, tested.delta)), p: tested.p }
}

function hasEnoughAnswers(name: PairedMetric, sums: TermSums): boolean {
  const { y, x, n, scale, answersWithEvent } = ratios[name]
  const inBoth = (column: typeof y) => columnSum(`current_${column}`, sums) + columnSum(`previous_${column}`, sums)
  const answers = Math.min(columnSum(`current_${n}`, sums), columnSum(`previous_${n}`, sums))
  const events = Math.min(inBoth(answersWithEvent), distanceToEnd(scale, inBoth(y), inBoth(x)))
  return answers >= minAnswers && events >= minEvents
}

/** The sentiment score goes from 0 to 100, its ratio from -1 to 1. */
const toPublicDifference = (name: PairedMetric, delta: number) => (name === "sentiment_score" ? 50 * delta : delta)

const differenceOf = (current: Metric, previous: Metric | undefined) =>
  current.value === null || previous === undefined || previous.value === null
    ? null
    : roundTo12Digits(current.value - previous.value)

function changeOf(
  { verdict, delta: delta_compared, p }: Test,
  adjusted: number | null,
  delta: number | null,
): MetricChange {
  if (p === null || adjusted === null) return { verdict, delta, delta_compared, p_value: null, p_adjusted: null }
  const direction = (delta_compared as number) > 0 ? "up" : "down"
  return {
    verdict: adjusted < metricSignificance ? direction : verdict,
    delta,
    delta_compared,
    p_value: roundTo12Digits(p),
    p_adjusted: roundTo12Digits(adjusted),
  }
}
