/** Finds the report of a page. Shows the not-found page when the team has no such report. */
import { cache } from "react"
import { orNotFound, requireTeamMember } from "@/server/visit"

export const findReport = cache(async (slug: string, report_id: string) => {
  const { api } = await requireTeamMember(slug)
  return (await orNotFound(api.reports.get({ report_id }))).data
})
