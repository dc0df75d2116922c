/** Layout of an AI-visibility project's pages: its client and its tabs. */
import type { Metadata } from "next"
import type { ReactNode } from "react"
import { PageHead } from "@/components/frame/page-head"
import { TabLinks } from "@/components/frame/tab-links"
import { Badge } from "@/components/ui/badge"
import { loadProject, type ProjectParams } from "@/server/visit-project"

export async function generateMetadata({ params }: ProjectParams): Promise<Metadata> {
  const { team, project } = await params
  const { name } = (await loadProject(team, project)).project
  return { title: { default: name, template: `%s · ${name} · Signalbox` } }
}

const pages = ["Prompts", "Answers", "Citations", "Scans", "Settings"]

export default async function ProjectLayout({ params, children }: ProjectParams & { children: ReactNode }) {
  const { team: slug, project: project_id } = await params
  const { api, team, project, path } = await loadProject(slug, project_id)
  const { data: client } = await api.clients.get({ client_id: project.client_id })
  const listPath = `/${team.slug}/ai-visibility`
  return (
    <>
      <PageHead
        crumbs={[
          { name: "AI visibility", href: listPath },
          {
            name: client.name,
            href: `/${team.slug}/clients/${client.id}`,
            switchTo: "clientsWithProjects",
            switchPath: listPath,
          },
          { name: project.name, href: path, switchTo: "projects", switchPath: listPath },
        ]}
        title={project.name}
        mark={project.status !== "active" && <Badge state="idle">{project.status}</Badge>}
      />
      <TabLinks
        label="Project"
        tabs={[
          { name: "Overview", href: path, isExact: true },
          ...pages.map((name) => ({ name, href: `${path}/${name.toLowerCase()}` })),
        ]}
      />
      {children}
    </>
  )
}
