/** The periods of a webhook's charts. */
export const chartRanges = { "24h": "last 24 hours", "7d": "last 7 days", "30d": "last 30 days" } as const
export type Range = keyof typeof chartRanges

/** The period in the URL. Default: the last 24 hours. */
export const rangeOf = (query: string | undefined): Range =>
  query && Object.hasOwn(chartRanges, query) ? (query as Range) : "24h"
