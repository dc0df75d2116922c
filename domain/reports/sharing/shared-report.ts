/**
 * Turns the live data of a report into what a client may see through a share link: names instead of internal values,
 * and no ids of data sources and no causes of errors.
 */
import { z } from "zod"
import type { PeriodMeta } from "@/domain/kernel/period-meta"
import { commentary } from "../commentary/commentary"
import { report } from "../report"
import { logo } from "../sender/logo"
import { type WidgetData, widgetData } from "../widget-data"

const sharedCommentary = commentary.pick({ section_id: true, period: true, markdown: true, created_at: true })
const sharedError = z.object({
  message: z.string().meta({ description: "What the reader should know, as sentences." }),
})

const sharedWidget = widgetData.omit({ quality: true }).extend({ error: sharedError.nullable() })
type SharedWidget = z.infer<typeof sharedWidget>

export const sharedReport = z.object({
  name: report.shape.name,
  description: report.shape.description,
  locale: report.shape.locale,
  client: z.object({ name: z.string(), logo_url: z.string().nullable() }),
  team: z.object({ name: z.string().meta({ description: "The name of the agency." }), logo: logo.nullable() }),
  expires_at: z.iso.datetime().meta({ description: "The time after which the link no longer works." }),
  sections: z.array(z.object({ id: z.string(), title: z.string(), widgets: z.array(sharedWidget) })),
  commentary: z.array(sharedCommentary),
})

const messages = {
  stale: "Some of this data is not up to date yet.",
  error: "This data could not be loaded. Try again later.",
}

export function sharedWidgetOf(widget: WidgetData): SharedWidget {
  const { error, quality: _quality, rows, series, ...shown } = widget
  return {
    ...shown,
    rows: rows.map((row) => ({ ...row, dims: row.labels })),
    series: series.map((line) => ({ ...line, key: line.labels })),
    freshness: shown.freshness && { ...shown.freshness, last_success_at: null },
    error: error && { message: widget.status === "error" ? messages.error : messages.stale },
  }
}

/** The period and its coverage, without data sources and without warnings, which name them. */
export const sharedMetaOf = (meta: Required<PeriodMeta>): Required<PeriodMeta> => ({
  ...meta,
  freshness: meta.freshness && { ...meta.freshness, oldest_sync_at: null, sources: [] },
  warnings: [],
})
