/** Reads the signals before and after a signal, in the list that the URL parameters of its page select. */
import "server-only"
import type { Neighbors } from "@/components/signals/neighbor-links"
import type { SignalQuery } from "@/components/signals/signal-labels"
import { Problem } from "@/domain/kernel/errors"
import type { OperationCaller } from "@/server/caller"
import { logPageFailure } from "@/server/log-page-failure"
import { inboxFilters } from "../read-inbox"

/** The URL selects no list, for example because the client of a filter was deleted. */
const refusedCodes = ["parameter_invalid", "resource_not_found"]

/** Without neighbors after an error. The page has no links to them then, and unexpected errors are logged. */
export async function readNeighbors(
  api: Pick<OperationCaller, "signals">,
  signal_id: string,
  query: SignalQuery,
  timezone: string,
): Promise<Neighbors> {
  const { filters } = inboxFilters(query, timezone)
  try {
    return (await api.signals.getNeighbors({ ...filters, signal_id })).data
  } catch (error) {
    if (!(error instanceof Problem && refusedCodes.includes(error.code))) logPageFailure(error, page)
    return { previous: null, next: null }
  }
}

const page = { routePath: "/[team]/signals/[signal]", routeType: "render" }
