/** Tests whether share of voice, average position, citation rate and sentiment changed between two periods. */
import { type CountedRow, countMetrics } from "./count-metrics"
import { roundTo12Digits } from "./metrics"
import type { Metric, MetricChange, MetricsRow } from "./metrics-table"
import type { MetricsSelection } from "./query-sql"
import type { CellChange } from "./read-changes"
import { adjustByFamily, metricSignificance } from "./statistics/change"
import { changePValue } from "./statistics/interval-change"
import type { TrackedBrand } from "./tracked-brands"

/** Metrics with a verdict from their intervals. Visibility has a test of its own (read-changes.ts). */
const testedMetrics = ["share_of_voice", "average_position", "citation_rate", "sentiment_score"] as const

export type MetricChanges = NonNullable<MetricsRow["change"]>["metrics"]

/** One of the two compared periods. `counted` is what the response displays of it. */
type Side = { selection: MetricsSelection; counted: { rows: CountedRow[]; rows_total: number } }

/**
 * Returns a map by `rowKey`. Tests do not depend on what the response displays: the intervals are
 * always those of the panel, and p-values are adjusted over all rows, also those that `limit` and `brand_id` leave out.
 * With more than 10,000 rows, only the displayed ones are tested together.
 * `visibility`: the changes of visibility. Where it is not comparable, the other metrics are not comparable either.
 */
export async function testMetrics(
  current: Side,
  previous: Side,
  brands: readonly TrackedBrand[],
  visibility: ReadonlyMap<string, CellChange>,
): Promise<Map<string, MetricChanges>> {
  const [rows, previousRows] = await Promise.all([rowsToTest(current, brands), rowsToTest(previous, brands)])
  const previousByKey = new Map(previousRows.map((row) => [row.key, row]))
  const tests = rows.flatMap((row) => {
    const isComparable = (visibility.get(row.key)?.verdict ?? "not_comparable") !== "not_comparable"
    return testedMetrics.map((name) => {
      const previous = isComparable ? previousByKey.get(row.key)?.[name] : undefined
      return { key: row.key, name, isOwnBrand: row.brand.kind === "own", ...differenceOf(row[name], previous) }
    })
  })
  const adjusted = adjustByFamily(tests, ({ isOwnBrand, name }) => (isOwnBrand ? name : "others"))
  const changes = new Map(rows.map(({ key }) => [key, {} as MetricChanges]))
  for (const test of tests)
    (changes.get(test.key) as MetricChanges)[test.name] = changeOf(test, adjusted.get(test) ?? null)
  return changes
}

/** With more rows, counting those that are not displayed would take many seconds. */
const maxRows = 10_000

/**
 * Returns the rows of all brands whose tests belong together, or only those that are displayed if there are too many.
 * The displayed rows are used if none is missing and their intervals are those of the panel.
 */
async function rowsToTest({ selection, counted }: Side, brands: readonly TrackedBrand[]): Promise<CountedRow[]> {
  const displayed = brands.filter(({ isRow }) => isRow)
  // The tests of your brand are families of their own. All other brands are tested together.
  const displaysOthers = displayed.some(({ kind }) => kind !== "own")
  const testedBrands = displaysOthers ? brands : displayed
  const groups = counted.rows_total / displayed.length
  const isTooMany = groups * testedBrands.length > maxRows
  const isComplete = counted.rows.length === counted.rows_total && testedBrands.length === displayed.length
  if ((isComplete || isTooMany) && selection.query.ci_scope === "panel") return counted.rows
  const panelSelection = { ...selection, query: { ...selection.query, ci_scope: "panel" as const } }
  if (isTooMany) return (await countMetrics(panelSelection, brands, counted.rows.length)).rows
  const withRows = testedBrands.map((brand) => ({ ...brand, isRow: true }))
  return (await countMetrics(panelSelection, withRows, maxRows)).rows
}

type Difference = { untested: "not_comparable" | "insufficient" | null; delta: number | null; p: number | null }

function differenceOf(current: Metric, previous: Metric | undefined): Difference {
  if (!previous) return { untested: "not_comparable", delta: null, p: null }
  if (current.value === null || previous.value === null) return { untested: "insufficient", delta: null, p: null }
  const delta = roundTo12Digits(current.value - previous.value)
  if (!current.ci || !previous.ci) return { untested: "insufficient", delta, p: null }
  const p = changePValue({ value: current.value, ci: current.ci }, { value: previous.value, ci: previous.ci })
  return { untested: null, delta, p }
}

function changeOf({ untested, delta, p }: Difference, adjusted: number | null): MetricChange {
  if (untested || delta === null || p === null || adjusted === null)
    return { verdict: untested ?? "insufficient", delta, p_value: null, p_adjusted: null }
  const direction = delta > 0 ? "up" : "down"
  const verdict = adjusted < metricSignificance ? direction : "no_clear_change"
  return { verdict, delta, p_value: roundTo12Digits(p), p_adjusted: roundTo12Digits(adjusted) }
}
