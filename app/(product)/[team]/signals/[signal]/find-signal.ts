/** Finds the signal of a page. Shows the not-found page when the team has no such signal. */
import { cache } from "react"
import { orNotFound, requireTeamMember } from "@/server/visit"

export const findSignal = cache(async (slug: string, signal_id: string) => {
  const { api } = await requireTeamMember(slug)
  return (await orNotFound(api.signals.get({ signal_id }))).data
})
