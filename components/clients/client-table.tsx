/** Table of clients. */
import { Link } from "@/components/link"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { type Signal, severityNames, severityStates } from "@/components/signals/signal-labels"
import { Time } from "@/components/time"
import { Badge } from "@/components/ui/badge"
import { Lamp } from "@/components/ui/lamp"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import { count } from "@/domain/kernel/format-count"
import type { Client } from "./client-filters"
import { ClientState } from "./client-state"

type Props = {
  clients: Client[]
  base: string
  sorting: Sorting
  /** The team's open signals, the most severe first. Null if there are too many to count them by client. */
  openSignals: Signal[] | null
}

export function ClientTable({ clients, base, sorting, openSignals }: Props) {
  const signalsByClient = Map.groupBy(openSignals ?? [], ({ client }) => client.id)
  return (
    <Table optionsName="clients" label="Clients" isCards className="md:min-w-[640px]">
      <thead>
        <tr>
          <SortTh by="name" sorting={sorting}>
            Name
          </SortTh>
          <Th>Status</Th>
          {openSignals && <Th>Open signals</Th>}
          <Th>Domain</Th>
          <Th>Tags</Th>
          <Th>External ID</Th>
          <SortTh by="updated_at" sorting={sorting} isDescendingFirst>
            Updated
          </SortTh>
        </tr>
      </thead>
      <tbody>
        {clients.map((client) => (
          <Tr key={client.id} className="relative hover:bg-hover">
            <Td>
              <Link href={`${base}/${client.id}`} className="font-strong after:absolute after:inset-0">
                {client.name}
              </Link>
            </Td>
            <Td>
              <ClientState status={client.status} />
            </Td>
            {openSignals && (
              <Td label="open signals">
                <OpenSignals signals={signalsByClient.get(client.id) ?? []} />
              </Td>
            )}
            <Td className="text-quiet">{client.primary_domain}</Td>
            <Td>
              <span className="flex flex-wrap gap-1">
                {client.tags.map((tag) => (
                  <Badge key={tag}>{tag}</Badge>
                ))}
              </span>
            </Td>
            <Td>
              <code className="text-quiet text-small">{client.external_id}</code>
            </Td>
            <Td label="updated" className="text-quiet">
              <Time at={client.updated_at} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The number of signals, with a lamp for the most severe one. */
function OpenSignals({ signals }: { signals: Signal[] }) {
  const [mostSevere] = signals
  if (!mostSevere) return <span className="text-quiet">0</span>
  const { severity } = mostSevere
  return (
    <span className="inline-flex items-center gap-2">
      <span role="img" aria-label={severityNames[severity]} className="inline-flex">
        <Lamp state={severityStates[severity]} />
      </span>
      {count(signals.length)}
    </span>
  )
}
