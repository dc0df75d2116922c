/** Redirects to the settings that are needed next: brands while the project has no active prompt, else engines. */
import { redirect } from "next/navigation"
import { loadProject, type ProjectParams } from "@/server/visit-project"

export default async function ProjectSettingsPage({ params }: ProjectParams) {
  const { team, project } = await params
  const { api, path } = await loadProject(team, project)
  const { meta } = await api.aiVisibility.listPrompts({ project_id: project, status: ["active"], limit: 1 })
  redirect(`${path}/settings/${meta.total === 0 ? "brands" : "engines"}`)
}
