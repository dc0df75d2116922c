/** Finds the scan of a page. Shows the not-found page when the project has no such scan. */
import { notFound } from "next/navigation"
import { cache } from "react"
import { orNotFound } from "@/server/visit"
import { loadProject } from "@/server/visit-project"

export const findScan = cache(async (slug: string, project_id: string, scan_id: string) => {
  const { api } = await loadProject(slug, project_id)
  const { data } = await orNotFound(api.scans.getProgress({ scan_id }))
  return data.project_id === project_id ? data : notFound()
})
