/** Returns how visible brands are in AI answers, over a period or in one scan, with intervals and a comparison. */
import { defineOperation } from "@/domain/kernel/operation"
import { type Chosen, chooseScans, loadProject } from "@/domain/visibility/chosen-scans"
import { type Counted, type CountedRow, countMetrics } from "@/domain/visibility/count-metrics"
import { tidy } from "@/domain/visibility/metrics"
import { type MetricsQuery, metricsChecks, metricsInput, promptScopeOf } from "@/domain/visibility/metrics-query"
import { exampleMetrics, type MetricsRow, metricsTable } from "@/domain/visibility/metrics-table"
import { type CellChange, readChanges } from "@/domain/visibility/read-changes"
import { requireNamed } from "@/domain/visibility/require-named"
import { seriesWarnings } from "@/domain/visibility/series-warnings"
import { trackedBrands } from "@/domain/visibility/tracked-brands"

export const getMetrics = defineOperation({
  id: "aiVisibility.getMetrics",
  summary: "Get AI-visibility metrics",
  description:
    "Returns how often AI engines mention and cite the brands of a project. Prompts that contain your brand's name are excluded by default (`prompt_scope`). Every metric includes the counts behind it and a 95% interval. `limit` and `brand_id` select rows and never change a metric.",
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
    const project = await loadProject(team.id, query.project_id)
    const [chosen, brands] = await Promise.all([
      chooseScans(project, query, now()),
      trackedBrands(project, query),
      requireNamed(project, query),
    ])
    const { scans, before } = chosen
    const [counted, previous, changes, warnings] = await Promise.all([
      countMetrics({ project, scans, query }, brands, query.limit),
      before && countMetrics({ project, scans: before, query }, brands, 10_000),
      before && readChanges({ project, now: scans, before, query }, brands),
      seriesWarnings(project, chosen, query),
    ])
    const compared = previous && changes ? { rows: byKey(previous), changes } : null
    const omitted = counted.rows_total - counted.rows.length
    return {
      data: {
        totals: { scans_n: scans.length, ...counted.totals },
        rows: counted.rows.map(({ key, ...row }) => ({ ...row, change: compared && changeOf(key, row, compared) })),
        rows_total: counted.rows_total,
        rows_returned: counted.rows.length,
      },
      limit: query.limit,
      truncation: omitted > 0 ? { reason: "row_limit", limit: query.limit, omitted, scope: "data.rows" } : null,
      query: echoOf(query, chosen),
      ...chosen.meta,
      warnings: [...chosen.meta.warnings, ...warnings, ...counted.warnings],
    }
  },
})

const byKey = ({ rows }: Counted) => new Map(rows.map((row) => [row.key, row]))

type Compared = { rows: Map<string, CountedRow>; changes: Map<string, CellChange> }

function changeOf(
  key: string,
  { visibility }: Omit<CountedRow, "key">,
  { rows, changes }: Compared,
): MetricsRow["change"] {
  const [earlier, change] = [rows.get(key), changes.get(key)]
  const was = earlier?.visibility.value ?? null
  return {
    verdict: change?.verdict ?? "not_comparable",
    delta_abs: visibility.value === null || was === null ? null : tidy(visibility.value - was),
    delta_compared: change?.delta ?? null,
    method: change?.method ?? null,
    p_value: change?.p ?? null,
    p_adjusted: change?.pAdjusted ?? null,
    cells_compared: change?.cells_compared ?? 0,
    previous: earlier ?? null,
  }
}

/** The query as it was applied, with defaults and the dates of the period filled in. */
function echoOf(query: MetricsQuery, { echo }: Chosen) {
  const { is_branded, from, to, range, timezone, compare, compare_from, compare_to, align, scan_id, ...rest } = query
  return { ...rest, prompt_scope: promptScopeOf(query), ...echo }
}
