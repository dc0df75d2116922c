/** Resolves relative dates in the queries of benchmarks, because the API takes calendar dates. */

/** Replaces `from=-28` by `from` and `to` of the last 28 days, which end yesterday. */
export const resolveDates = (query: string) =>
  query.replace(/from=-(\d+)/, (_, days) => `from=${daysAgo(Number(days))}&to=${daysAgo(1)}`)

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
