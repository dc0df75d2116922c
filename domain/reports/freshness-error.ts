/** Checks whether the sources of a widget have delivered the data they should have by now. */
import { connectorErrors } from "@/domain/data-sources/connectors/connector-error"
import { addDays } from "@/domain/metrics/calendar"
import { isStale } from "@/domain/metrics/freshness"
import type { ResolvedPeriod } from "@/domain/metrics/period"
import type { Source } from "@/domain/metrics/query-context"
import type { SourceFetches } from "./refresh-sources"
import type { WidgetError } from "./widget-data"

/**
 * - `cached`: returns stored values, and reports a failing or stale source if it lacks days of the period.
 * - `prefer`: first fetches the days that are not final, and also reports a source whose fetch fails.
 * - `require`: also reports a healthy source that has not reached the end of the period, for example because its data
 *   is imported from files.
 */
export type FreshnessMode = "cached" | "prefer" | "require"

/**
 * Returns the error of the first failed fetch, or else of the first source that `fresh` reports, or null. A source must
 * reach the end of the period, or yesterday if the period ends later.
 */
export function freshnessError(
  sources: Source[],
  period: ResolvedPeriod,
  fresh: FreshnessMode,
  { now, fetches }: { now: Date; fetches: SourceFetches },
): WidgetError | null {
  for (const { error } of fetches.values()) if (error) return error
  const yesterday = addDays(period.today, -1)
  const lastRequiredDay = period.to < yesterday ? period.to : yesterday
  const incompleteSources = sources.filter(
    ({ status, data_through }) => status !== "disconnected" && (data_through ?? "") < lastRequiredDay,
  )
  const reportedSource = incompleteSources.find(
    (source) => fresh === "require" || isFailing(source) || isStale(source, now),
  )
  if (!reportedSource) return null
  const { id, data_through } = reportedSource
  const until = data_through
    ? `Data is only available until ${data_through}, but the period ends on ${period.to}.`
    : "No data is available yet."
  if (reportedSource.status === "reauth_required")
    return error("source_reauth_required", `${until} ${connectorErrors.authorization_lost.advice}`, false, id)
  if (reportedSource.status === "error")
    return error("source_error", `${until} The last sync of the data source failed.`, true, id)
  if (isStale(reportedSource, now))
    return error("source_error", `${until} The data source has not been synchronized recently.`, true, id)
  return error("source_error", until, true, id)
}

/** `live` if every value was fetched for this response, `cache` if none was, and `mixed` otherwise. */
export function servedFrom(sources: Source[], { from, to, comparison }: ResolvedPeriod, fetches: SourceFetches) {
  const live = sources.flatMap(({ id }) => {
    const openDays = fetches.get(id)?.openDays
    return openDays?.isLive ? [openDays] : []
  })
  if (live.length === 0) return "cache"
  const isWhole = live.every((openDays) => openDays.from <= from && to <= openDays.to)
  return isWhole && live.length === sources.length && !comparison ? "live" : "mixed"
}

const isFailing = ({ status }: Source) => status === "error" || status === "reauth_required"

const error = (code: WidgetError["code"], message: string, retryable: boolean, data_source_id: string) => ({
  code,
  message,
  retryable,
  data_source_id,
})
