/** Reads the client that a list is filtered by. */
import "server-only"
import type { OperationCaller } from "./caller"
import { orNull } from "./visit"

type Choice = { id: string; name: string }

/** `clients` are clients that the page has read. Returns null without a filter, or if the team has no such client. */
export async function chosenClient(
  api: OperationCaller,
  clients: Choice[],
  client_id: string | undefined,
): Promise<Choice | null> {
  if (!client_id) return null
  const listed = clients.find(({ id }) => id === client_id)
  return listed ?? (await orNull(api.clients.get({ client_id })))?.data ?? null
}
