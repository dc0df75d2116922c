/**
 * Table of clients. On phones, each client is a card. The columns for the status, the domain and the external ID are
 * only in the CSV file.
 */

import type { ReactNode } from "react"
import { share } from "@/components/ai-visibility/format-metrics"
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { Badge } from "@/components/ui/badge"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import type { Client } from "./client-filters"
import { ClientState } from "./client-state"
import { type ClientProblems, ProblemCells, ProblemHeads } from "./problem-count"

export type Project = Data<"aiVisibility", "listProjects">[number]
type Props = {
  clients: Client[]
  base: string
  /** The result of a client in the last 28 days. Without it, the column is left out. */
  resultOf?: ((clientId: string) => ReactNode) | undefined
  sorting: Sorting
  problems: ClientProblems
  /** The projects with a finished scan by client, the latest scan first. */
  projects: Map<string, Project[]>
}

export function ClientTable({ clients, base, resultOf, sorting, problems, projects }: Props) {
  const hasVisibility = clients.some(({ id }) => projects.has(id))
  return (
    <Table optionsName="clients" label="Clients" isCards className="md:min-w-[640px]">
      <thead>
        <tr>
          <SortTh by="name" sorting={sorting}>
            Name
          </SortTh>
          {resultOf && <Th>Last 28 days</Th>}
          <ProblemHeads problems={problems} />
          {hasVisibility && <Th className={numeric}>AI visibility</Th>}
          <Th className="md:pl-8">Tags</Th>
          <Th {...csvOnly}>Status</Th>
          <Th {...csvOnly}>Domain</Th>
          <Th {...csvOnly}>External ID</Th>
        </tr>
      </thead>
      <tbody>
        {clients.map((client) => (
          <Tr key={client.id} className="relative hover:bg-hover">
            <Td>
              <span className="flex flex-wrap items-center gap-x-2">
                <Link
                  href={`${base}/${client.id}`}
                  className="font-strong after:absolute after:inset-0 md:whitespace-nowrap"
                >
                  {client.name}
                </Link>
                {client.status !== "active" && (
                  <span data-not-in-csv>
                    <ClientState status={client.status} />
                  </span>
                )}
              </span>
              {client.primary_domain && (
                <span data-not-in-csv className="wrap-anywhere block text-quiet text-small">
                  {client.primary_domain}
                </span>
              )}
            </Td>
            {resultOf && <Td>{resultOf(client.id)}</Td>}
            <ProblemCells problems={problems} clientId={client.id} />
            {hasVisibility && <VisibilityCell projects={projects.get(client.id)} />}
            <Td className="md:pl-8">
              <span className="flex flex-wrap gap-1">
                {client.tags.map((tag) => (
                  <Badge key={tag}>{tag}</Badge>
                ))}
              </span>
            </Td>
            <Td {...csvOnly}>{client.status}</Td>
            <Td {...csvOnly}>{client.primary_domain}</Td>
            <Td {...csvOnly}>{client.external_id}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

const csvOnly = { className: "hidden", "data-csv-only": true }

/** The visibility of your brand in the latest scan of the client. */
function VisibilityCell({ projects: [latest, ...others] = [] }: { projects: Project[] | undefined }) {
  if (!latest?.latest) return <Td className={`${numeric} text-quiet max-md:hidden`}>–</Td>
  return (
    <Td label="AI visibility" className={numeric}>
      {share(latest.latest.visibility)}
      {others.length > 0 && (
        <span data-not-in-csv className="block text-quiet text-small">
          latest of {others.length + 1} projects
        </span>
      )}
    </Td>
  )
}
