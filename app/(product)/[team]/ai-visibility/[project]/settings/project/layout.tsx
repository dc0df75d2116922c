/**
 * Redirects viewers to the first page of settings that they can read. This happens before the page starts to stream.
 */
import { redirect } from "next/navigation"
import type { ReactNode } from "react"
import { roleAtLeast } from "@/domain/kernel/roles"
import { loadProject, type ProjectParams } from "@/server/visit-project"

export default async function ProjectSettingsLayout({ params, children }: ProjectParams & { children: ReactNode }) {
  const { team, project: project_id } = await params
  const { path, role } = await loadProject(team, project_id)
  if (!roleAtLeast(role, "member")) redirect(`${path}/settings/engines`)
  return children
}
