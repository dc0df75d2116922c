/** Finds the client of a page. Shows the not-found page when the team has no such client. */
import { cache } from "react"
import { orNotFound, requireTeamMember } from "@/server/visit"

export const findClient = cache(async (slug: string, client_id: string) => {
  const { api } = await requireTeamMember(slug)
  return (await orNotFound(api.clients.get({ client_id }))).data
})
