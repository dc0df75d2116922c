/** The clients that a form can choose. */

type Choice = { id: string; name: string }

export type ClientChoices = {
  /** The first active and paused clients by name. The form needs a search if they are more than `maxMenuLength`. */
  clients: Choice[]
  /** The client that the form starts with. It can be missing in `clients`. */
  chosen: Choice | null
  /** Says why the form does not start with the client of the URL. */
  notice: string | null
}

/** A longer menu needs a search. */
export const maxMenuLength = 20

/** The client that the form starts with: that of the URL, or the only one. */
export const firstChoice = ({ clients, chosen, notice }: ClientChoices): Choice | null =>
  chosen ?? (clients.length === 1 && !notice ? (clients[0] ?? null) : null)
