/** Creates a report over known facts for tests, with functions to query its live data. */
import { run } from "@/domain/kernel/operation"
import { addDays } from "@/domain/metrics/calendar"
import { getReportData } from "@/domain/reports/get-data"
import { getWidgetData } from "@/domain/reports/get-widget-data"
import { freshClient } from "./client"
import { freshSource } from "./facts"
import { freshReport } from "./report"
import { asKey, freshTeam } from "./team"

/** The clock of these tests. */
export const now = () => new Date("2026-11-20T12:00:00Z")

export const channels = ["Direct", "Organic Search", "Email", "Paid Search"]
/** 56 days until yesterday. Channel n has n + 1 sessions a day, and ten times as much in the last four weeks. */
const facts = Array.from({ length: 56 }, (_, day) => addDays("2026-09-25", day)).flatMap((date) => {
  const size = date >= "2026-10-23" ? 10 : 1
  return [
    { metric_id: "sessions", date, value: 10 * size },
    ...channels.map((channel, n) => ({ metric_id: "sessions", date, dims: { channel }, value: (n + 1) * size })),
  ]
})

type Widgets = Parameters<typeof freshReport>[2]

/**
 * A report on the facts above, in a new team. `live` queries the whole report, and `one` queries one widget. `source`
 * overrides fields of the data source.
 */
export async function reportWithFacts(widgets: Widgets, source: Parameters<typeof freshSource>[3] = {}) {
  const team = await freshTeam()
  const client = await freshClient(team)
  const sourceId = await freshSource(team, client, facts, source)
  const report = await freshReport(team, client, widgets)
  const live = (query: object = {}) =>
    run(getReportData, asKey(team, undefined, now), { report_id: report.id, ...query } as never)
  const one = (widget_id: string, query: object = {}) =>
    run(getWidgetData, asKey(team, undefined, now), { report_id: report.id, widget_id, ...query } as never)
  return { team, client, report, sourceId, live, one }
}
