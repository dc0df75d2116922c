/** Loads the rows of widgets that list citations or signals. */
import type { TeamContext } from "@/domain/kernel/context"
import type { Deadline } from "@/domain/kernel/deadline"
import { dayIn } from "@/domain/metrics/calendar"
import type { ResolvedPeriod } from "@/domain/metrics/period"
import { queryTimeoutMs } from "../query-runner"
import { widgetQueries } from "../widget"
import type { WidgetData } from "../widget-data"
import { findCitedSources } from "./cited-sources"
import { findReportedSignals } from "./reported-signals"

export type ListingKind = "citations" | "signals"

/** The fields of a widget's data that a listing fills. */
export type Listing = Pick<WidgetData, ListingKind | "citations_total" | "rows_total" | "rows_returned"> & {
  dataThrough: string | null
}
export type RunListing = (
  kind: ListingKind,
  stored: Record<string, unknown>,
  period: ResolvedPeriod,
  maxRows: number,
) => Promise<Listing>

export const listingRunner =
  ({ team }: TeamContext, clientId: string, deadline: Deadline): RunListing =>
  (kind, stored, { from, to, timezone, comparison }, maxRows) =>
    deadline.within(queryTimeoutMs, async () => {
      const clientPeriod = { teamId: team.id, clientId, from, to, timezone, comparison, maxRows }
      if (kind === "signals") {
        const { rows, rows_total } = await findReportedSignals(widgetQueries.signals.parse(stored), clientPeriod)
        const nothing = { citations: [], citations_total: null, dataThrough: null }
        return { ...nothing, signals: rows, rows_total, rows_returned: rows.length }
      }
      const { rows, total, rows_total, last_answer_at } = await findCitedSources(
        widgetQueries.citations.parse(stored),
        clientPeriod,
      )
      const dataThrough = last_answer_at && dayIn(timezone, new Date(last_answer_at))
      const found = { citations: rows, citations_total: total }
      return { ...found, signals: [], rows_total, rows_returned: rows.length, dataThrough }
    })
