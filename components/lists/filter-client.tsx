/**
 * The filter of a list by client. A team with few clients has a menu of them. A team with many has a button that opens
 * a search.
 */
import { ClientSearchField } from "./client-search-field"
import { FilterSelect } from "./filter-select"

type Choice = { id: string; name: string }

type Props = {
  /** The first clients by name. */
  clients: Choice[]
  /** The client in the URL. */
  value: string | undefined
  /** The client of `value`, which can be missing in `clients`. Null if the team has no such client. */
  chosen: Choice | null
}

/** A longer menu needs a search. */
const maxMenuLength = 20

export function FilterClient({ clients, value = "", chosen }: Props) {
  if (clients.length < 2 && !value) return null
  if (clients.length > maxMenuLength) return <ClientSearchField value={value} name={chosen?.name ?? value} />
  const choices = chosen && !clients.some(({ id }) => id === chosen.id) ? [chosen, ...clients] : clients
  return (
    <FilterSelect
      label="Client"
      name="client_id"
      all="any"
      choices={Object.fromEntries(choices.map(({ id, name }) => [id, name]))}
      value={value}
      isPartial
    />
  )
}
