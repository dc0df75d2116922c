/**
 * Table of clients. Phones show only the name, the result, open signals, the domain, the tags, and a status other than
 * active.
 */
import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { Badge } from "@/components/ui/badge"
import { cn } from "@/components/ui/class-names"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import type { Client } from "./client-filters"
import { ClientState } from "./client-state"
import { type ClientProblems, ProblemCells, ProblemHeads } from "./problem-count"

type Props = {
  clients: Client[]
  base: string
  /** The result of a client in the last 28 days. Without it, the column is left out. */
  resultOf?: ((clientId: string) => ReactNode) | undefined
  sorting: Sorting
  problems: ClientProblems
}

export function ClientTable({ clients, base, resultOf, sorting, problems }: Props) {
  // The list leaves archived clients out, so usually all are active.
  const hasStatus = clients.some(({ status }) => status !== "active")
  return (
    <Table optionsName="clients" label="Clients" isCards className="md:min-w-[640px]">
      <thead>
        <tr>
          <SortTh by="name" sorting={sorting}>
            Name
          </SortTh>
          {resultOf && <Th>Last 28 days</Th>}
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
              <Link
                href={`${base}/${client.id}`}
                className="font-strong after:absolute after:inset-0 md:whitespace-nowrap"
              >
                {client.name}
              </Link>
            </Td>
            {resultOf && <Td>{resultOf(client.id)}</Td>}
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
            <Td className={cn("text-quiet md:max-w-48 md:truncate", !hasStatus && "md:pl-8")}>
              {client.primary_domain}
            </Td>
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
