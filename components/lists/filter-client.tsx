/**
 * The filter of a list by client. A team with few clients has a menu of them. A team with many has a button that opens
 * a search.
 */
import { maxMenuLength } from "@/components/clients/client-choices"
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
  /** The name of the filter in the URL. */
  name?: string
  /** The page is about one client. Without a client, it asks for one. */
  isRequired?: boolean
}

export function FilterClient({ clients, value = "", chosen, name = "client_id", isRequired = false }: Props) {
  if (clients.length < 2 && !value && !isRequired) return null
  if (clients.length > maxMenuLength)
    return (
      <ClientSearchField
        value={value}
        name={chosen?.name ?? value}
        fieldName={name}
        emptyLabel={isRequired ? "choose a client" : "any"}
        allLabel={isRequired ? undefined : "Any client"}
      />
    )
  const choices = chosen && !clients.some(({ id }) => id === chosen.id) ? [chosen, ...clients] : clients
  return (
    <FilterSelect
      label="Client"
      name={name}
      {...(!isRequired && { all: "any" })}
      {...(isRequired && !value && { all: "choose a client" })}
      choices={Object.fromEntries(choices.map((client) => [client.id, client.name]))}
      value={value}
      isPartial
    />
  )
}
