/** Returns how visible brands are in AI answers, over a period or in one scan, with intervals and a comparison. */
import { defineOperation } from "@/domain/kernel/operation"
import { type Chosen, chooseScans, loadProjectScene } from "./metrics/chosen-scans"
import { type CellChange, compareCells } from "./metrics/compare-cells"
import { countFigures } from "./metrics/count-figures"
import type { BrandCounts, WholeCounts } from "./metrics/counts"
import { figuresOf, gapsOf, tidy, wholeOf, withoutInterval } from "./metrics/figures"
import type { ProjectScene } from "./metrics/find-scans"
import { groupingsOf, separator } from "./metrics/group-key"
import { withIntervals } from "./metrics/intervals"
import { type Grouping, type MetricsQuery, metricsChecks, metricsInput, promptScopeOf } from "./metrics/metrics-query"
import { exampleMetrics, type Figures, type MetricsRow, metricsTable } from "./metrics/metrics-table"
import { requireNamed } from "./metrics/require-named"
import { seriesWarnings } from "./metrics/series-warnings"

export const getMetrics = defineOperation({
  id: "aiVisibility.getMetrics",
  summary: "Get AI-visibility metrics",
  description:
    "Returns how often AI engines mention and cite the brands of a project. Prompts that contain your brand's name are excluded by default (`prompt_scope`). Every metric includes the counts behind it. `limit` and `brand_id` select rows and never change a metric.",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/ai-visibility/projects/{project_id}/metrics", tag: "AI visibility" },
  input: metricsInput,
  checks: metricsChecks,
  output: metricsTable,
  hasPeriod: true,
  example: exampleMetrics,
  async handle({ team, now }, query) {
    const scene = await loadProjectScene(team.id, query.project_id)
    const [chosen] = await Promise.all([chooseScans(scene, query, now()), requireNamed(scene, query)])
    const [counted, previous, warnings] = await Promise.all([
      countFigures(scene, chosen.scans, query, query.limit),
      previousOf(scene, chosen, query),
      seriesWarnings(scene, chosen, query),
    ])
    const plain = counted.rows.map((row) => rowOf(row, query, previous))
    const keys = counted.rows.map((row) => row.g)
    const { rows, warnings: ofIntervals } = await withIntervals({ scene, scans: chosen.scans, query }, plain, keys)
    const { mentions_n, ...whole } = counted.totals
    const { rows_total } = counted
    const omitted = rows_total - rows.length
    return {
      data: {
        totals: { scans_n: chosen.scans.length, ...totalsOf(whole, query), mentions_n, citations_n: whole.citations_n },
        rows,
        rows_total,
        rows_returned: rows.length,
      },
      limit: query.limit,
      truncation: omitted > 0 ? { reason: "row_limit", limit: query.limit, omitted, scope: "data.rows" } : null,
      query: echoOf(query, chosen),
      ...chosen.meta,
      warnings: [...chosen.meta.warnings, ...warnings, ...ofIntervals],
    }
  },
})

type Previous = { changes: Map<string, CellChange>; counts: Map<string, BrandCounts> } | null

const keyOf = ({ g, brand }: BrandCounts) => `${g} ${brand.id}`

async function previousOf(scene: ProjectScene, { scans, before }: Chosen, query: MetricsQuery): Promise<Previous> {
  if (!before) return null
  const [changes, counted] = await Promise.all([
    compareCells(scene, scans, before, query),
    countFigures(scene, before, query, 10_000),
  ])
  return { changes, counts: new Map(counted.rows.map((row) => [keyOf(row), row])) }
}

function rowOf(counts: BrandCounts, query: MetricsQuery, previous: Previous): MetricsRow {
  return {
    brand: counts.brand,
    group: groupOf(counts.g, groupingsOf(query)),
    ...wholeOf(counts.whole),
    gap_prompts: gapsOf(counts.whole),
    answers_n: counts.m,
    ...figuresOf(counts),
    change: previous && changeOf(counts, previous, query),
  }
}

/** Population intervals exist for rows only. Totals drop theirs, so that a panel interval is not mistaken for one. */
function totalsOf(whole: WholeCounts, { ci_scope }: MetricsQuery) {
  const totals = wholeOf(whole)
  return ci_scope === "panel" ? totals : { ...totals, grounded_rate: withoutInterval(totals.grounded_rate) }
}

function previousFigures(earlier: BrandCounts, { ci_scope }: MetricsQuery): Figures {
  const figures = figuresOf(earlier)
  if (ci_scope === "panel") return figures
  return Object.fromEntries(Object.entries(figures).map(([name, one]) => [name, withoutInterval(one)])) as Figures
}

function changeOf(
  counts: BrandCounts,
  { changes, counts: before }: NonNullable<Previous>,
  query: MetricsQuery,
): MetricsRow["change"] {
  const earlier = before.get(keyOf(counts))
  const change = changes.get(keyOf(counts))
  return {
    verdict: change?.verdict ?? "not_comparable",
    delta_abs: earlier ? tidy(counts.visibility - earlier.visibility) : null,
    delta_compared: change?.delta ?? null,
    method: change?.method ?? null,
    p_value: change?.p ?? null,
    p_adjusted: change?.pAdjusted ?? null,
    cells_compared: change?.cells_compared ?? 0,
    previous: earlier ? previousFigures(earlier, query) : null,
  }
}

const fieldNames: Partial<Record<Grouping, string>> = { topic: "topic_id", prompt: "prompt_id", scan: "scan_id" }

function groupOf(key: string, groupings: Grouping[]): MetricsRow["group"] {
  const values = key.split(separator)
  return Object.fromEntries(
    groupings.map((grouping, i) => [
      fieldNames[grouping] ?? grouping,
      grouping === "topic" ? values[i] || null : values[i],
    ]),
  )
}

/** The query as it was applied, with defaults and the dates of the period filled in. */
function echoOf(query: MetricsQuery, { echo }: Chosen) {
  const { is_branded, from, to, range, timezone, compare, compare_from, compare_to, align, scan_id, ...rest } = query
  return { ...rest, prompt_scope: promptScopeOf(query), ...echo }
}
