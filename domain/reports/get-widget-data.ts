/** Gets the live data of one widget. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { rangeChecks } from "@/domain/metrics/period"
import { exampleWidget } from "./get-data"
import { etagParts, liveInput, loadLiveReport, singleWidgetResponse } from "./live"
import { widgetData } from "./widget-data"

export const getWidgetData = defineOperation({
  id: "reports.getWidgetData",
  summary: "Get a widget's live data",
  description:
    "Returns the data of one widget, computed at the time of the request. The period and the comparison default to those of the report.",
  audience: "team",
  kind: "query",
  scope: "reports:read",
  fails: ["report_archived"],
  rest: { path: "/reports/{report_id}/widgets/{widget_id}/data", tag: "Reports" },
  input: z.strictObject({ ...liveInput, widget_id: id("widget") }),
  checks: rangeChecks(),
  output: widgetData,
  hasPeriod: true,
  example: exampleWidget,
  async handle(ctx, { widget_id, ...input }) {
    const live = await loadLiveReport(ctx, input, (allWidgets) => ({
      widgets: allWidgets.filter((widget) => widget.id === widget_id),
      fieldErrors: [],
    }))
    const { report_id, max_rows, timeout_ms, daily_values, fresh } = input
    const query = { report_id, widget_id, ...live.period.echo, max_rows, timeout_ms, daily_values, fresh }
    return { ...singleWidgetResponse(live), query, etagParts: etagParts(live, query) }
  },
})
