/** Finds the API key of a page. Shows the not-found page when the team has no such API key. */
import { cache } from "react"
import { orNotFound, requireTeamMember } from "@/server/visit"

export const findKey = cache(async (slug: string, key_id: string) => {
  const { api } = await requireTeamMember(slug)
  return (await orNotFound(api.keys.get({ key_id }))).data
})
