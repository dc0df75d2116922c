/** AI-visibility projects as rows. */
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { Time } from "@/components/time"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { engineName, share } from "./figure-words"

type Project = Data<"aiVisibility", "listProjects">[number]
/** Without `clientNames` all projects are of the client that the page is about. */
type Props = { projects: Project[]; base: string; clientNames?: Map<string, string> }

export function ProjectTable({ projects, base, clientNames }: Props) {
  return (
    <Table label="AI-visibility projects" className="min-w-[680px]">
      <thead>
        <tr>
          <Th>Name</Th>
          {clientNames && <Th>Client</Th>}
          <Th>Own brand</Th>
          <Th className={numeric}>Visibility</Th>
          <Th className={numeric}>Share of voice</Th>
          <Th>Engines</Th>
          <Th>Last scan</Th>
        </tr>
      </thead>
      <tbody>
        {projects.map((project) => (
          <Tr key={project.id} className="relative hover:bg-hover">
            <Td>
              <Link href={`${base}/${project.id}`} className="font-strong after:absolute after:inset-0">
                {project.name}
              </Link>
            </Td>
            {clientNames && <Td className="text-quiet">{clientNames.get(project.client_id)}</Td>}
            <Td>{project.own_brand?.name ?? <span className="text-quiet">none</span>}</Td>
            <Td className={numeric}>{project.latest ? share(project.latest.visibility) : "–"}</Td>
            <Td className={numeric}>{project.latest ? share(project.latest.share_of_voice) : "–"}</Td>
            <Td className="text-quiet">{project.engines.map(engineName).join(", ")}</Td>
            <Td className="text-quiet">{project.latest ? <Time at={project.latest.finished_at} /> : "none yet"}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
