/**
 * Builds the line of your brand's visibility for an AI-visibility widget: one point for each day with a scan, and the
 * days on which the line breaks.
 */
import { datedBreaks } from "@/domain/ai-engines/describe-breaks"
import { maxRows } from "@/domain/metrics/metric-query"
import type { ResolvedPeriod } from "@/domain/metrics/period"
import type { RunAiQuery } from "./ai-query-runner"
import { widgetQueries } from "./widget"
import type { Series, WidgetData } from "./widget-data"

/**
 * Returns one series for your brand. A widget that also groups by engine or topic has several rows per brand, and gets
 * no series. On a day with several scans, the point is from the last one. Without `brand_id` and without grouping by
 * brand, the query returns only your brand, so there is at most one series.
 */
export async function visibilitySeries(
  runAiQuery: RunAiQuery,
  stored: Record<string, unknown>,
  period: ResolvedPeriod,
): Promise<Pick<WidgetData, "series" | "breaks">> {
  const { brand_id: _brandIds, group_by, ...filters } = widgetQueries.ai_visibility.parse(stored)
  if (group_by.some((grouping) => grouping !== "brand")) return { series: [], breaks: [] }
  const { table, warnings } = await runAiQuery(
    { ...filters, group_by: ["date", "scan"], limit: maxRows },
    period,
    maxRows,
  )
  const series = [...Map.groupBy(table.rows, ({ brand }) => brand.id)].map(([id, rows]) => ({
    metric,
    key: { brand: id },
    labels: { brand: rows[0]?.brand.name ?? id },
    points: lastOfEachDay(rows.map(pointOf)),
    comparison_points: [],
  }))
  return { series, breaks: datedBreaks(warnings).map((datedBreak) => ({ ...datedBreak, metrics: [metric] })) }
}

const metric = "ai_visibility"

type Row = Awaited<ReturnType<RunAiQuery>>["table"]["rows"][number]
type Point = Series["points"][number]

const pointOf = ({ group, visibility: { value, numerator, denominator, ci } }: Row): Point => ({
  date: group.date ?? "",
  value,
  numerator,
  denominator,
  ci: ci && { low: ci.low, high: ci.high },
  is_final: true,
})

/** The rows are sorted by day, then by scan. */
const lastOfEachDay = (points: Point[]): Point[] => [...new Map(points.map((point) => [point.date, point])).values()]
