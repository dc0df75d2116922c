/**
 * Chooses what the ETag of live report data depends on: the version of the report, the query with its resolved period, the
 * currency and the values. Times of syncs are left out, so a sync that restates nothing leaves the ETag as it is.
 */
import type { Live } from "./live"

export function etagParts({ layout, answered, meta }: Live, query: Record<string, unknown>): unknown[] {
  const { freshness, ...rest } = meta
  const sources = freshness?.sources.map(({ last_success_at, ...source }) => source)
  const widgets = answered.map(({ widget: { freshness: dates, ...widget } }) => [widget, dates?.data_through])
  return [layout.id, layout.version, layout.name, query, rest, sources, widgets]
}
