/** Reads the list of signals that the URL parameters of the inbox select: its filters, its order and one page of it. */
import "server-only"
import { readListPeriod } from "@/components/lists/list-period"
import { ordersOf, sortFromQuery } from "@/components/lists/sort-rows"
import { type SignalQuery, sortNames } from "@/components/signals/signal-labels"
import { listSignals } from "@/domain/signals/list"
import type { OperationCaller } from "@/server/caller"
import { readFilters } from "@/server/list-filters"

const pageSize = 100

type Filters = ReturnType<typeof readFilters<typeof listSignals.input>>

/** Returns `filters`, which the inbox applies, `urlFilters`, which the URL contains, and the period of both. */
export function readInboxFilters(query: SignalQuery, timezone: string) {
  const period = readListPeriod(query, timezone)
  const urlFilters = readFilters(listSignals, query, period)
  const sort = sortFromQuery(query.sort, ordersOf(sortNames))
  return { period, urlFilters, filters: { ...withDefaultStatus(urlFilters, query), sort } }
}

/** If the URL has no status, the inbox lists open and acknowledged signals. The status `any` selects all signals. */
const withDefaultStatus = (filters: Filters, { status }: SignalQuery): Filters => ({
  ...filters,
  status: status === "any" ? undefined : (filters.status ?? ["open", "acknowledged"]),
})

type InboxFilters = ReturnType<typeof readInboxFilters>["filters"]

/** Reads the page of the list at the cursor of the URL. */
export const readInboxPage = (api: OperationCaller, filters: InboxFilters, { cursor }: SignalQuery) =>
  api.signals.list({ ...filters, limit: pageSize, cursor })
