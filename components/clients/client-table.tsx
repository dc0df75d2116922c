/**
 * Table of clients. On phones, each client is a card. The columns for the status, the domain and the external ID are
 * only in the CSV file.
 */
import type { ReactNode } from "react"
import { share } from "@/components/ai-visibility/format-metrics"
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { Table, Td, Th, Tr } from "@/components/ui/table"
import type { Client } from "./client-filters"
import { ClientState } from "./client-state"
import { type ClientProblems, ProblemCells, ProblemHeads } from "./problem-count"

export type Project = Data<"aiVisibility", "listProjects">[number]
type Props = {
  clients: Client[]
  clientsPath: string
  /** The result of a client in the last 28 days, and its goal. Without them, the columns are left out. */
  renderResult?: ((clientId: string) => ReactNode) | undefined
  renderGoal?: ((clientId: string) => ReactNode) | undefined
  sorting: Sorting
  problems: ClientProblems
  /** The projects with a finished scan by client, the latest scan first. */
  projects: Map<string, Project[]>
  /** Whether your brand's visibility changed in the latest scan of a project. */
  renderVerdict: (project: Project) => ReactNode
}

export function ClientTable(props: Props) {
  const { clients, clientsPath, renderResult, renderGoal, sorting, problems, projects, renderVerdict } = props
  const hasVisibility = clients.some(({ id }) => projects.has(id))
  return (
    <Table optionsName="clients" label="Clients" isCards className="md:min-w-[640px]">
      <thead>
        <tr>
          <SortTh column="name" sorting={sorting}>
            Name
          </SortTh>
          {renderResult && <Th>Last 28 days</Th>}
          {renderGoal && <Th>Goal</Th>}
          {hasVisibility && <Th>AI visibility</Th>}
          <ProblemHeads problems={problems} sorting={sorting} />
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
              <span className="flex items-center gap-x-2 max-md:flex-wrap">
                <Link
                  href={`${clientsPath}/${client.id}`}
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
            {renderResult && <Td>{renderResult(client.id)}</Td>}
            {renderGoal && <Td>{renderGoal(client.id)}</Td>}
            {hasVisibility && <VisibilityCell projects={projects.get(client.id)} renderVerdict={renderVerdict} />}
            <ProblemCells problems={problems} clientId={client.id} />
            <Td className="text-quiet max-md:w-full md:pl-8">{client.tags.join(", ")}</Td>
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

type VisibilityProps = { projects: Project[] | undefined; renderVerdict: Props["renderVerdict"] }

/** The visibility of your brand in the latest scan of the client. */
function VisibilityCell({ projects: [latest, ...others] = [], renderVerdict }: VisibilityProps) {
  if (!latest?.latest) return <Td className="text-quiet max-md:hidden">–</Td>
  return (
    <Td label="AI visibility">
      <span className="figures">{share(latest.latest.visibility)}</span>{" "}
      <span data-not-in-csv className="whitespace-nowrap text-small max-md:ml-1.5 md:block">
        {renderVerdict(latest)}
      </span>
      {others.length > 0 && (
        <span data-not-in-csv className="block text-quiet text-small">
          latest of {others.length + 1} projects
        </span>
      )}
    </Td>
  )
}
