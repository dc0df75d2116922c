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

/** The filters that apply, with the period and the filters that the user chose. */
export function inboxFilters(query: SignalQuery, timezone: string) {
  const period = readListPeriod(query, timezone)
  const chosen = readFilters(listSignals, query, period)
  const sort = sortFromQuery(query.sort, ordersOf(sortNames))
  return { period, chosen, filters: { ...withDefaultStatus(chosen, query), sort } }
}

/** Without a choice, the inbox lists signals that are open or acknowledged. The choice `any` selects all. */
const withDefaultStatus = (filters: Filters, { status }: SignalQuery): Filters => ({
  ...filters,
  status: status === "any" ? undefined : (filters.status ?? ["open", "acknowledged"]),
})

type InboxFilters = ReturnType<typeof inboxFilters>["filters"]

/** Reads the page of the list at the cursor of the URL. */
export const readInboxPage = (api: OperationCaller, filters: InboxFilters, { cursor }: SignalQuery) =>
  api.signals.list({ ...filters, limit: pageSize, cursor })
