/** Queries an AI-visibility project for a widget, over the report's period. */
import type { TeamContext } from "@/domain/kernel/context"
import type { Deadline } from "@/domain/kernel/deadline"
import type { Truncation } from "@/domain/kernel/envelope"
import { validate } from "@/domain/kernel/validate"
import type { Warning } from "@/domain/kernel/warnings"
import type { ResolvedPeriod } from "@/domain/metrics/period"
import { getMetrics } from "@/domain/visibility/get-metrics"
import { metricsChecks, metricsInput } from "@/domain/visibility/metrics-query"
import { type MetricsTable, metricsTable } from "@/domain/visibility/metrics-table"
import { queryTimeoutMs } from "./query-runner"
import { widgetQueries } from "./widget"
import { type WidgetData, widgetData } from "./widget-data"

type AiMetricsResult = {
  table: MetricsTable
  truncation: Truncation | null
  warnings: Warning[]
  freshness: WidgetData["freshness"]
}
export type RunAiQuery = (
  stored: Record<string, unknown>,
  period: ResolvedPeriod,
  maxRows: number,
) => Promise<AiMetricsResult>

export const aiQueryRunner =
  (ctx: TeamContext, deadline: Deadline): RunAiQuery =>
  async (stored, period, maxRows) => {
    const { limit, ...filters } = widgetQueries.ai_visibility.parse(stored)
    const input = { ...filters, limit: Math.min(limit, maxRows), ...rangeOf(period, filters.group_by) }
    const query = validate(metricsInput, input, { checks: metricsChecks })
    const response = await deadline.within(queryTimeoutMs, () => getMetrics.handle(ctx, query))
    const { truncation, warnings, freshness } = response
    return {
      table: metricsTable.parse(response.data),
      truncation: truncation ?? null,
      warnings: warnings ?? [],
      freshness: widgetData.shape.freshness.parse(
        freshness ? { ...freshness, last_success_at: freshness.oldest_sync_at } : null,
      ),
    }
  }

/** Only totals over the whole period have a comparison. Rows by date have none. */
function rangeOf({ from, to, timezone, comparison }: ResolvedPeriod, groupedBy: readonly string[]) {
  const range = { from, to, timezone }
  if (!comparison || groupedBy.some((grouping) => timeGroupings.includes(grouping))) return range
  return { ...range, compare: "custom", compare_from: comparison.from, compare_to: comparison.to }
}

const timeGroupings = ["date", "week", "month", "scan"]
