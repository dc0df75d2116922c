/** Reads the clients that a form offers, and the client in the URL, with which the form starts. */
import { type ClientChoices, maxMenuLength } from "@/components/clients/client-choices"
import type { OperationCaller } from "@/server/caller"
import { orNull } from "@/server/visit"

/**
 * `clientId`: the client in the URL. It is read by its id, because the list may not contain it. `notice` in the result
 * explains why the form cannot start with it.
 */
export async function readClientChoices(api: OperationCaller, clientId?: string): Promise<ClientChoices> {
  const [{ data }, clientInUrl] = await Promise.all([
    api.clients.list({ limit: maxMenuLength + 1, sort: "name", status: ["active", "paused"] }),
    clientId ? orNull(api.clients.get({ client_id: clientId })) : null,
  ])
  const choices = { clients: data.map(({ id, name }) => ({ id, name })), chosen: null, notice: null }
  if (!clientId) return choices
  const hasOthers = data.length > 0
  if (!clientInUrl)
    return {
      ...choices,
      notice: `Your team has no client with the ID in this link.${hasOthers ? " Choose another client." : ""}`,
    }
  const { id, name, status } = clientInUrl.data
  if (status === "archived")
    return {
      ...choices,
      notice: `${name} is archived. Restore it first${hasOthers ? ", or choose another client" : ""}.`,
    }
  return { ...choices, chosen: { id, name } }
}
