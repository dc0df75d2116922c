/** Loads the visitor and the AI-visibility project of a page. Shows the not-found page to people outside the team. */
import "server-only"
import { cache } from "react"
import { orNotFound, requireTeamMember } from "./visit"

export type ProjectParams = { params: Promise<{ team: string; project: string }> }

/** `path` is the address of the project's overview. */
export const loadProject = cache(async (slug: string, project_id: string) => {
  const visitor = await requireTeamMember(slug)
  const { data: project } = await orNotFound(visitor.api.aiVisibility.getProject({ project_id }))
  return { ...visitor, project, path: `/${visitor.team.slug}/ai-visibility/${project.id}` }
})
