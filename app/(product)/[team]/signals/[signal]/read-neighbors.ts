/** Reads the signals before and after a signal, in the list that the URL parameters of its page select. */
import "server-only"
import { type Neighbors, neighborsOf } from "@/components/signals/neighbors"
import type { Signal, SignalQuery } from "@/components/signals/signal-labels"
import { Problem } from "@/domain/kernel/errors"
import type { OperationCaller } from "@/server/caller"
import { inboxFilters, readInboxPage } from "../read-inbox"

const refusedCodes = ["cursor_invalid", "parameter_invalid", "resource_not_found"]

/** Without neighbors if the URL selects no list, for example because the client of a filter was deleted. */
export async function readNeighbors(
  api: OperationCaller,
  signal: Signal,
  query: SignalQuery,
  timezone: string,
): Promise<Neighbors> {
  const { filters } = inboxFilters(query, timezone)
  try {
    const { data: signals, meta } = await readInboxPage(api, filters, query)
    const [isFirst, isLast] = [query.cursor === undefined, meta.next_cursor === null]
    return neighborsOf(signal, { signals, sort: filters.sort, isFirst, isLast })
  } catch (error) {
    if (error instanceof Problem && refusedCodes.includes(error.code)) return { previous: undefined, next: undefined }
    throw error
  }
}
