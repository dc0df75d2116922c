/** Finds the prompt of a page. Shows the not-found page when the project has no such prompt. */
import { notFound } from "next/navigation"
import { cache } from "react"
import { orNotFound } from "@/server/visit"
import { loadProject } from "@/server/visit-project"

export const findPrompt = cache(async (slug: string, project_id: string, prompt_id: string) => {
  const { api } = await loadProject(slug, project_id)
  const { data } = await orNotFound(api.aiVisibility.getPrompt({ prompt_id }))
  return data.project_id === project_id ? data : notFound()
})
