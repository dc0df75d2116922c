/** The AI-visibility projects of the team. */
import type { Metadata } from "next"
import { ProjectTable } from "@/components/ai-visibility/project-table"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Link } from "@/components/link"
import { AsApiCall } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { Pager } from "@/components/lists/pager"
import { sortFromQuery } from "@/components/lists/sort-rows"
import { Button } from "@/components/ui/button"
import { roleAtLeast } from "@/domain/kernel/roles"
import { clientNames } from "@/server/client-names"
import { curlCommand } from "@/server/curl-command"
import { orFirstPage, requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../layout"
import { readVisibilityHistory } from "../../visibility-history"

export const metadata: Metadata = { title: "AI visibility" }

type Props = TeamParams & { searchParams: Promise<{ sort?: string; cursor?: string }> }

export default async function ProjectsPage({ params, searchParams }: Props) {
  const { api, team, role } = await requireTeamMember((await params).team)
  const query = await searchParams
  const sort = sortFromQuery(query.sort, ["-created_at", "name", "-name"])
  const path = `/${team.slug}/ai-visibility`
  const { data, meta } = await orFirstPage(api.aiVisibility.listProjects({ sort, cursor: query.cursor }), path)
  const [names, histories] = await Promise.all([
    clientNames(api, data),
    Promise.all(data.map((project) => readVisibilityHistory(api, project))),
  ])
  const create = roleAtLeast(role, "member") && (
    <Button asChild kind="primary">
      <Link href={`${path}/new`}>New project</Link>
    </Button>
  )
  return (
    <>
      <PageHead
        title="AI visibility"
        actions={data.length > 0 && (create || <RoleNote role={role} member="create projects" />)}
      >
        How often AI engines mention and cite your clients' brands and their competitors.
      </PageHead>
      {data.length > 0 ? (
        <>
          <ProjectTable
            projects={data}
            base={path}
            clientNames={names}
            histories={new Map(data.map(({ id }, i) => [id, histories[i] ?? null]))}
            sorting={{ path, query, sort }}
          />
          <Pager meta={meta} path={path} query={query} noun={["project", "projects"]} />
        </>
      ) : (
        <Empty title="No projects yet" action={create}>
          {create ? (
            <>
              Create a project to ask AI engines what your client's customers ask. To use answers that you already have,
              run <code>npm run import -- answers</code>.
            </>
          ) : (
            "Members of the team can create projects."
          )}
        </Empty>
      )}
      <AsApiCall curl={curlCommand(`/ai-visibility/projects?sort=${sort}&limit=50`)} />
    </>
  )
}
