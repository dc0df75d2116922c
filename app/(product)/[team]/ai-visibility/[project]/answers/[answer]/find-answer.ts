/** Finds the answer of a page. Shows the not-found page when the project has no such answer. */
import { notFound } from "next/navigation"
import { cache } from "react"
import { orNotFound } from "@/server/visit"
import { loadProject } from "@/server/visit-project"

export const findAnswer = cache(async (slug: string, project_id: string, answer_id: string) => {
  const { api } = await loadProject(slug, project_id)
  const { data } = await orNotFound(api.aiVisibility.getAnswer({ answer_id }))
  return data.project_id === project_id ? data : notFound()
})
