/** Table of clients. Phones show only the name, the domain, the tags, open signals, and a status other than active. */
import { Link } from "@/components/link"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { Badge } from "@/components/ui/badge"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import type { Client } from "./client-filters"
import { ClientState } from "./client-state"
import { type ClientProblems, ProblemCells, ProblemHeads } from "./problem-count"

type Props = {
  clients: Client[]
  base: string
  sorting: Sorting
  problems: ClientProblems
}

export function ClientTable({ clients, base, sorting, problems }: Props) {
  // The list leaves archived clients out, so usually all are active.
  const hasStatus = clients.some(({ status }) => status !== "active")
  return (
    <Table optionsName="clients" label="Clients" isCards className="md:min-w-[640px]">
      <thead>
        <tr>
          <SortTh by="name" sorting={sorting}>
            Name
          </SortTh>
          <ProblemHeads problems={problems} />
          {hasStatus && <Th className="md:pl-8">Status</Th>}
          <Th className={hasStatus ? "" : "md:pl-8"}>Domain</Th>
          <Th>Tags</Th>
          <Th>External ID</Th>
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
            <ProblemCells problems={problems} clientId={client.id} />
            {hasStatus && (
              <Td className={client.status === "active" ? "max-md:hidden md:pl-8" : "md:pl-8"}>
                {client.status === "active" ? (
                  <span className="text-quiet">active</span>
                ) : (
                  <ClientState status={client.status} />
                )}
              </Td>
            )}
            <Td className={hasStatus ? "text-quiet" : "text-quiet md:pl-8"}>{client.primary_domain}</Td>
            <Td>
              <span className="flex flex-wrap gap-1">
                {client.tags.map((tag) => (
                  <Badge key={tag}>{tag}</Badge>
                ))}
              </span>
            </Td>
            <Td className="max-md:hidden">
              <code className="text-quiet text-small">{client.external_id}</code>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
