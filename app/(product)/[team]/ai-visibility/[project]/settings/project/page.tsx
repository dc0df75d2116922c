/** The name and the status of a project. */
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { ProjectSettings } from "@/components/project-settings/project-settings"
import { roleAtLeast } from "@/domain/kernel/roles"
import { loadProject, type ProjectParams } from "@/server/visit-project"

export const metadata: Metadata = { title: "Name and status" }

export default async function ProjectSettingsPage({ params }: ProjectParams) {
  const { team, project: project_id } = await params
  const { path, project, role } = await loadProject(team, project_id)
  if (!roleAtLeast(role, "member")) redirect(`${path}/settings/engines`)
  return <ProjectSettings key={project.updated_at} project={project} />
}
