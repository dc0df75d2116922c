/** How often data sources sync, and after how many missed syncs they are stale. */

/** Null means that syncs start only on request. */
export const hoursBetweenSyncs = { hourly: 1, every_6h: 6, daily: 24, weekly: 168, manual: null } as const

/** A source is stale when its last successful sync is more than this number of sync intervals ago. */
export const staleAfterIntervals = 2
