/** Finds the cited domain of a page. Shows the not-found page when no answer of the project cites it. */
import { cache } from "react"
import { orNotFound } from "@/server/visit"
import { loadProject } from "@/server/visit-project"

/** `encoded` is the domain as the address contains it. */
export const findDomain = cache(async (slug: string, project_id: string, encoded: string) => {
  const { api } = await loadProject(slug, project_id)
  return (await orNotFound(api.aiVisibility.getSource({ project_id, domain: decodeURIComponent(encoded) }))).data
})
