/** Reads the open signals and the failing or stale data sources of the team, by client, for lists of clients. */
import "server-only"
import type { ClientProblems } from "@/components/clients/problem-count"
import type { OperationCaller } from "@/server/caller"

const limit = 200

/** `signals` or `sources` is null if the team has more than one page of them. They are then not counted by client. */
export async function readProblems(api: OperationCaller): Promise<ClientProblems> {
  const [signals, failing, stale] = await Promise.all([
    api.signals.list({ status: ["open"], sort: "-severity", limit }),
    api.dataSources.list({ status: ["error", "reauth_required"], limit }),
    api.dataSources.list({ status: ["active"], stale: true, limit }),
  ])
  const isComplete = failing.meta.next_cursor === null && stale.meta.next_cursor === null
  return {
    signals: signals.meta.next_cursor === null ? Map.groupBy(signals.data, ({ client }) => client.id) : null,
    sources: isComplete ? Map.groupBy([...failing.data, ...stale.data], ({ client_id }) => client_id) : null,
  }
}
