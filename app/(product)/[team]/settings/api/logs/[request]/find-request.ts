/** Finds the request of a page. Shows the not-found page when the team has no such request. */
import { cache } from "react"
import { orNotFound, requireTeamMember } from "@/server/visit"

export const findRequest = cache(async (slug: string, request_id: string) => {
  const { api } = await requireTeamMember(slug)
  return (await orNotFound(api.keys.getRequest({ request_id }))).data
})
