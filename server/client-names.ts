/** Reads the names of the clients that the rows of a list belong to. */
import "server-only"
import type { OperationCaller } from "./caller"

/** Returns the names by client id. */
export async function clientNames(api: OperationCaller, rows: { client_id: string }[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map((row) => row.client_id))]
  const responses = await Promise.all(ids.map((client_id) => api.clients.get({ client_id })))
  return new Map(responses.map(({ data }) => [data.id, data.name]))
}
