/** Reads the clients that a form can choose, and the client that it starts with. */
import { type ClientChoices, maxMenuLength } from "@/components/clients/client-choices"
import type { OperationCaller } from "@/server/caller"
import { orNull } from "@/server/visit"

/** `clientId` is the client in the URL. It is read by its id, because the team can have more clients than the list. */
export async function readClientChoices(api: OperationCaller, clientId?: string): Promise<ClientChoices> {
  const [{ data }, found] = await Promise.all([
    api.clients.list({ limit: maxMenuLength + 1, sort: "name", status: ["active", "paused"] }),
    clientId ? orNull(api.clients.get({ client_id: clientId })) : null,
  ])
  const choices = { clients: data.map(({ id, name }) => ({ id, name })), chosen: null, notice: null }
  if (!clientId) return choices
  const hasOthers = data.length > 0
  if (!found)
    return {
      ...choices,
      notice: `Your team has no client with the ID in this link.${hasOthers ? " Choose another client." : ""}`,
    }
  const { id, name, status } = found.data
  if (status === "archived")
    return {
      ...choices,
      notice: `${name} is archived. Restore it first${hasOthers ? ", or choose another client" : ""}.`,
    }
  return { ...choices, chosen: { id, name } }
}
