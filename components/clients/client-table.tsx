/** Table of clients. */
import { Link } from "@/components/link"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { Time } from "@/components/time"
import { Badge } from "@/components/ui/badge"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import type { Client } from "./client-filters"
import { ClientState } from "./client-state"

export function ClientTable({ clients, base, sorting }: { clients: Client[]; base: string; sorting: Sorting }) {
  return (
    <Table optionsName="clients" label="Clients" isCards className="md:min-w-[640px]">
      <thead>
        <tr>
          <SortTh by="name" sorting={sorting}>
            Name
          </SortTh>
          <Th>Status</Th>
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
