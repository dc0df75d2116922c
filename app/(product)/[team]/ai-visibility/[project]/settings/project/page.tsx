/** The name and the status of a project. */
import type { Metadata } from "next"
import { ProjectSettings } from "@/components/project-settings/project-settings"
import { loadProject, type ProjectParams } from "@/server/visit-project"

export const metadata: Metadata = { title: "Name and status" }

export default async function ProjectSettingsPage({ params }: ProjectParams) {
  const { team, project: project_id } = await params
  const { project } = await loadProject(team, project_id)
  return <ProjectSettings key={project.updated_at} project={project} />
}
