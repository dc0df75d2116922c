/** The period filter of a log: `since` is a number of hours that counts back from the time `at`. */
export type PeriodQuery = { since?: string | undefined; at?: string | undefined }

/** The choices of the filter, as hours before `at`. */
export const sinceHours: Record<string, string> = {
  "1": "last hour",
  "24": "last 24 hours",
  "168": "last 7 days",
  "720": "last 30 days",
}

/** The start of the period as an ISO time. Undefined when `since` is none of the choices. */
export const periodStart = ({ since = "", at }: PeriodQuery) =>
  since in sinceHours ? new Date(timeOf(at) - Number(since) * 3_600_000).toISOString() : undefined

/** The query with a fixed `at`, so that all pages of one list have the same period. */
export const withFixedPeriod = <Q extends PeriodQuery>(query: Q): Q =>
  query.since ? { ...query, at: String(timeOf(query.at)) } : query

/** Milliseconds since 1970: the time in the URL, or now. */
function timeOf(at: string | undefined) {
  const atMs = Number(at)
  return Number.isSafeInteger(atMs) && atMs > 0 && atMs < 8e15 ? atMs : Date.now()
}
