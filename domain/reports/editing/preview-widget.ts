/** Loads the data of a widget that is not saved, as its report would show it. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { problemOf } from "@/domain/kernel/validate"
import { rangeChecks } from "@/domain/metrics/period"
import { liveInput, loadLiveReport, singleWidgetResponse } from "../live"
import { requireReport } from "../report"
import { widgetData } from "../widget-data"
import { requireReferences } from "./references"
import { checkWidget, widgetInput } from "./widget-input"

/** A widget that is not saved has no ids. */
const placeholderIds = { id: `wid_${"0".repeat(26)}`, section_id: `sec_${"0".repeat(26)}` }

export const previewWidget = defineOperation({
  id: "reports.previewWidget",
  summary: "Preview a widget of a report",
  description: "Returns the data that the widget would have if it was saved in the report.",
  audience: "team",
  kind: "query",
  input: z.strictObject({ ...liveInput, widget: widgetInput }),
  checks: rangeChecks(),
  output: widgetData,
  hasPeriod: true,
  fails: ["report_archived"],
  async handle(ctx, { widget: sentWidget, ...input }) {
    const { client_id } = await requireReport(ctx.team.id, input.report_id)
    const { query, errors } = checkWidget(sentWidget, "/widget")
    if (!query) throw problemOf(errors)
    const widget = { ...sentWidget, query, ...placeholderIds, position: 1 }
    await requireReferences({ teamId: ctx.team.id, clientId: client_id }, [{ widget, pointer: "/widget" }])
    const live = await loadLiveReport(ctx, input, () => ({ widgets: [widget], fieldErrors: [] }))
    return { ...singleWidgetResponse(live), query: { report_id: input.report_id, ...live.period.echo } }
  },
})
