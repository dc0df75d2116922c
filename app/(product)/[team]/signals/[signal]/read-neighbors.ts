/** Reads the signals before and after a signal in the inbox, with the filters and the order in the URL. */
import "server-only"
import type { Neighbors } from "@/components/signals/neighbor-links"
import type { SignalQuery } from "@/components/signals/signal-labels"
import { Problem } from "@/domain/kernel/errors"
import type { OperationCaller } from "@/server/caller"
import { logPageFailure } from "@/server/log-page-failure"
import { readInboxFilters } from "../read-inbox"

/** Errors of a URL with an invalid filter, for example because its client was deleted. They are not logged. */
const filterErrors = ["parameter_invalid", "resource_not_found"]

/** After an error, returns no neighbors, so that the page appears without links to them. Logs unexpected errors. */
export async function readNeighbors(
  api: Pick<OperationCaller, "signals">,
  signal_id: string,
  query: SignalQuery,
  timezone: string,
): Promise<Neighbors> {
  const { filters } = readInboxFilters(query, timezone)
  try {
    return (await api.signals.getNeighbors({ ...filters, signal_id })).data
  } catch (error) {
    if (!(error instanceof Problem && filterErrors.includes(error.code))) logPageFailure(error, page)
    return { previous: null, next: null }
  }
}

const page = { routePath: "/[team]/signals/[signal]", routeType: "render" }
