/** Reads what is wrong with the team's clients, for lists that show it by client. */
import "server-only"
import type { ClientProblems } from "@/components/clients/problem-count"
import type { OperationCaller } from "@/server/caller"

const limit = 200

/** A kind with more entries than one page is null, because it cannot be counted by client. */
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
