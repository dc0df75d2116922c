/** Returns how visible brands are in AI answers, over a period or in one scan, with intervals and a comparison. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { defineOperation } from "@/domain/kernel/operation"
import { join, rows, sql } from "@/prisma/client"
import { type Chosen, chooseScans, inCurrentPeriod, loadProject, type VisibilityProject } from "./chosen-scans"
import { type CountedRow, countMetrics } from "./count-metrics"
import { type MetricChanges, testMetrics } from "./metric-changes"
import { roundTo12Digits } from "./metrics"
import { type MetricsQuery, maxMetricsRows, metricsChecks, metricsInput, promptScopeOf } from "./metrics-query"
import { exampleMetrics, type MetricsRow, metricsTable } from "./metrics-table"
import { type CellChange, readChanges } from "./read-changes"
import { seriesWarnings } from "./series-warnings"
import { trackedBrands } from "./tracked-brands"

export const getMetrics = defineOperation({
  id: "aiVisibility.getMetrics",
  summary: "Get AI-visibility metrics",
  description:
    "Returns how often AI engines mention and cite the brands of a project. Prompts that contain your brand's name are excluded by default (`prompt_scope`). Every metric includes the counts behind it and a 95% interval. `limit` and `brand_id` select rows and never change a metric.",
  audience: "team",
  kind: "query",
  scope: "ai_visibility:read",
  rest: { path: "/ai-visibility/projects/{project_id}/metrics", tag: "AI visibility" },
  tool: {
    name: "get_visibility_metrics",
    title: "Get AI-visibility metrics",
    page: "ai-visibility/{project_id}",
    description:
      "Returns visibility, share of voice, sentiment, position and citations of the brand and its competitors, with confidence intervals, split by up to four of engine, brand, topic, prompt and others, and compared with earlier scans.",
    omit: ["timezone", "align", "intervals", "is_branded", "ci_scope", "tag", "region"],
    defaults: { limit: 100 },
  },
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
      requireKnownIds(project, query),
    ])
    const { scans, previousScans } = chosen
    const selection = { project, scans, query }
    // In a query grouped by time, each day or week is compared with the one at the same position in the previous
    // period.
    const previousSelection = previousScans && { project, scans: inCurrentPeriod(previousScans, chosen.meta), query }
    // Rows of the previous period can have another order. So `query.limit` could omit rows that the current ones need.
    const [current, previous, changes, warnings] = await Promise.all([
      countMetrics(selection, brands, query.limit),
      previousSelection && countMetrics(previousSelection, brands, maxMetricsRows),
      previousSelection && readChanges(selection, previousSelection, brands),
      seriesWarnings(project, chosen, query),
    ])
    const previousRows = new Map(previous?.rows.map((row) => [row.key, row]))
    const metricChanges = changes && testMetrics(current.rows, previousRows, changes)
    const omitted = current.rows_total - current.rows.length
    return {
      data: {
        totals: { scans_n: scans.length, ...current.totals },
        rows: current.rows.map(({ key, ...row }) => ({
          ...row,
          change: metricChanges
            ? changeOf(row, previousRows.get(key), changes?.get(key), metricChanges.get(key))
            : null,
        })),
        rows_total: current.rows_total,
        rows_returned: current.rows.length,
      },
      limit: query.limit,
      truncation: omitted > 0 ? { reason: "row_limit", limit: query.limit, omitted, scope: "data.rows" } : null,
      query: appliedQuery(query, chosen),
      ...chosen.meta,
      warnings: [...chosen.meta.warnings, ...warnings, ...current.warnings],
    }
  },
})

/**
 * Throws "not found" when a prompt, topic or brand in the query does not belong to the project. Without this check
 * a mistyped id would count nothing and look like a valid result of zero.
 */
async function requireKnownIds({ team_id, project_id }: VisibilityProject, query: MetricsQuery) {
  const filters = [
    { kind: "prompt", table: sql`ai_prompt`, ids: query.prompt_id },
    { kind: "topic", table: sql`ai_topic`, ids: query.topic_id },
    { kind: "brand", table: sql`ai_brand`, ids: query.brand_id },
  ]
  const queries = filters.flatMap(({ kind, table, ids }) =>
    ids
      ? sql`select ${kind}::text as kind from unnest(${ids}::text[]) as requested(id) where not exists (
          select 1 from ${table} t where t.id = requested.id and t.team_id = ${team_id} and t.project_id = ${project_id})`
      : [],
  )
  if (queries.length === 0) return
  const [unknownId] = await rows(unknownIdRow, sql`${join(queries, " union all ")} limit 1`)
  if (unknownId) throw notFound(unknownId.kind)
}

const unknownIdRow = z.object({ kind: z.string() })

function changeOf(
  row: Omit<CountedRow, "key">,
  previous: CountedRow | undefined,
  change: CellChange | undefined,
  metrics: MetricChanges | undefined,
): MetricsRow["change"] {
  const { visibility } = row
  const previousVisibility = previous?.visibility.value ?? null
  return {
    verdict: change?.verdict ?? "not_comparable",
    delta_abs:
      visibility.value === null || previousVisibility === null
        ? null
        : roundTo12Digits(visibility.value - previousVisibility),
    delta_compared: change?.delta ?? null,
    delta_ci: change ? intervalOf(change) : null,
    method: change?.method ?? null,
    p_value: change?.p ?? null,
    p_adjusted: change?.pAdjusted ?? null,
    cells_compared: change?.cells_compared ?? 0,
    metrics: metrics as MetricChanges,
    previous: previous ?? null,
  }
}

function intervalOf({ delta, margin }: Pick<CellChange, "delta" | "margin">) {
  if (delta === null || margin === null) return null
  return { low: roundTo12Digits(delta - margin), high: roundTo12Digits(delta + margin), level: 0.95 as const }
}

/** The query as it was applied, with defaults and the dates of the period filled in. */
function appliedQuery(query: MetricsQuery, { appliedParameters }: Chosen) {
  const { is_branded, from, to, range, timezone, compare, compare_from, compare_to, align, scan_id, ...rest } = query
  return { ...rest, prompt_scope: promptScopeOf(query), ...appliedParameters }
}
