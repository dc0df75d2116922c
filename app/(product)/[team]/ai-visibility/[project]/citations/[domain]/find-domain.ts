/** Finds the cited domain of a page. Shows the not-found page when no answer of the project cites it. */
import { cache } from "react"
import { orNotFound } from "@/server/visit"
import { loadProject } from "@/server/visit-project"

/** `encodedDomain`: percent-encoded, as in the path of the page. */
export const findDomain = cache(async (slug: string, project_id: string, encodedDomain: string) => {
  const { api } = await loadProject(slug, project_id)
  const domain = decodeURIComponent(encodedDomain)
  return (await orNotFound(api.aiVisibility.getSource({ project_id, domain }))).data
})
