/** Computes which days a sync reads, in which chunks, and the last day that counts as final. */
import { addDays, type Day, dayIn } from "@/domain/metrics/calendar"

export type SourceDays = {
  account_timezone: string
  lookback_days: number
  history_from: Day | null
  data_from: Day | null
  data_through: Day | null
}

type StoredDays = Pick<SourceDays, "account_timezone" | "lookback_days"> &
  Record<"history_from" | "data_from" | "data_through", Date | null>

/** Converts the dates of a data source that Prisma has read. */
export const sourceDaysOf = (source: StoredDays): SourceDays => ({
  account_timezone: source.account_timezone,
  lookback_days: source.lookback_days,
  history_from: dayOf(source.history_from),
  data_from: dayOf(source.data_from),
  data_through: dayOf(source.data_through),
})

const dayOf = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null

/** The last whole day of the account. The current day is never read, because it is incomplete. */
export const yesterdayOf = (timezone: string, now: Date): Day => addDays(dayIn(timezone, now), -1)

/**
 * Returns the window of the next sync. It ends yesterday, and usually has the look-back days. After missed days, the
 * look-back days are counted from the first missed day, because the days before it were not final when they were last
 * read. The first sync, and a sync after a backfill that stopped early, read the whole history.
 */
export function nextWindow(source: SourceDays, now: Date): { from: Day; to: Day } {
  const to = yesterdayOf(source.account_timezone, now)
  const { history_from, data_from, data_through, lookback_days } = source
  if (history_from !== null && (data_from === null || data_from > history_from))
    return { from: earlierOf(history_from, to), to }
  const firstUnread = data_through === null ? to : earlierOf(addDays(data_through, 1), to)
  return { from: addDays(firstUnread, 1 - lookback_days), to }
}

const earlierOf = (a: Day, b: Day) => (a < b ? a : b)

/** The next chunk of the window, from its end to its start. Null when everything is stored. */
export function nextChunk(
  { window_from, window_to, done_from }: { window_from: Day; window_to: Day; done_from: Day | null },
  chunkDays: number,
): { from: Day; to: Day } | null {
  const to = done_from === null ? window_to : addDays(done_from, -1)
  if (to < window_from) return null
  const from = addDays(to, 1 - chunkDays)
  return { from: from < window_from ? window_from : from, to }
}

/** Returns the last day that counts as final (`finalAfterDays` of the connector). */
export const findLastFinalDay = (timezone: string, finalAfterDays: number, now: Date): Day =>
  addDays(yesterdayOf(timezone, now), -finalAfterDays)
