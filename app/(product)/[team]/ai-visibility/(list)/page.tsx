/** The AI-visibility projects of the team. */
import type { Metadata } from "next"
import { ProjectTable } from "@/components/ai-visibility/project-table"
import { ProjectsSentence } from "@/components/ai-visibility/projects-sentence"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Link } from "@/components/link"
import { AsApiCall, CountingGuide } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { Pager } from "@/components/lists/pager"
import { sortFromQuery } from "@/components/lists/sort-rows"
import { Button } from "@/components/ui/button"
import { pluralize } from "@/domain/kernel/format-count"
import { roleAtLeast } from "@/domain/kernel/roles"
import { apiCall } from "@/server/api-call"
import { clientNames } from "@/server/client-names"
import { orFirstPage, requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../layout"
import { readVisibilityHistories } from "../../visibility-history"

export const metadata: Metadata = { title: "AI visibility" }

/** If the team has more clients, the page does not list those without a project. */
const maxClients = 200

type Props = TeamParams & { searchParams: Promise<{ sort?: string; cursor?: string }> }

export default async function ProjectsPage({ params, searchParams }: Props) {
  const { api, team, role } = await requireTeamMember((await params).team)
  const query = await searchParams
  const sort = sortFromQuery(query.sort, ["-created_at", "name", "-name"])
  const path = `/${team.slug}/ai-visibility`
  const { data, meta } = await orFirstPage(api.aiVisibility.listProjects({ sort, cursor: query.cursor }), path)
  const [names, histories, clients] = await Promise.all([
    clientNames(api, data),
    readVisibilityHistories(api, data),
    api.clients.list({ status: ["active"], sort: "name", limit: maxClients }),
  ])
  // Which clients have no project is known only if both lists are complete.
  const isComplete = !meta.truncated && !query.cursor && !clients.meta.truncated
  const clientsWithoutProject = isComplete ? clients.data.filter(({ id }) => !names.has(id)) : []
  const newProjectButton = roleAtLeast(role, "member") && (
    <Button asChild kind="primary">
      <Link href={`${path}/new`}>New project</Link>
    </Button>
  )
  return (
    <>
      <PageHead
        title="AI visibility"
        actions={data.length > 0 && (newProjectButton || <RoleNote role={role} member="create projects" />)}
      >
        How often AI engines mention and cite your clients' brands and their competitors.
      </PageHead>
      {data.length > 0 ? (
        <>
          <ProjectsSentence projects={data} histories={histories} projectsPath={path} />
          <ProjectTable
            projects={data}
            projectsPath={path}
            clientNames={names}
            histories={histories}
            sorting={{ path, query, sort }}
          />
          <Pager meta={meta} path={path} query={query} noun={["project", "projects"]} />
          <p className="mt-1 text-quiet text-table">
            Visibility is the share of answers in the latest scan that mention your brand. <CountingGuide />
          </p>
          <ClientsWithoutProject clients={clientsWithoutProject} teamPath={`/${team.slug}`} />
        </>
      ) : (
        <Empty title="No projects yet" action={newProjectButton}>
          {newProjectButton ? (
            <>
              Create a project to ask AI engines what your client's customers ask. To use answers that you already have,
              run <code>npm run import -- answers</code>.
            </>
          ) : (
            "Members of the team can create projects."
          )}
        </Empty>
      )}
      <AsApiCall {...apiCall(`/ai-visibility/projects?sort=${sort}&limit=50`)} />
    </>
  )
}

type ClientsWithoutProjectProps = { clients: { id: string; name: string }[]; teamPath: string }

/** The maximum number of clients that the sentence names. */
const maxNamed = 8

function ClientsWithoutProject({ clients, teamPath }: ClientsWithoutProjectProps) {
  if (clients.length === 0) return null
  const otherCount = clients.length - maxNamed
  return (
    <p className="mt-1 max-w-[90ch] text-quiet text-table">
      Clients without a project:{" "}
      {clients.slice(0, maxNamed).map(({ id, name }, i) => (
        <span key={id}>
          {i > 0 && ", "}
          <Link href={`${teamPath}/clients/${id}`} className="underline decoration-edge underline-offset-2">
            <bdi>{name}</bdi>
          </Link>
        </span>
      ))}
      {otherCount > 0 && ` and ${pluralize(otherCount, "other client")}`}.
    </p>
  )
}
