/** Finds the delivery of a page. Shows the not-found page when the team has no such delivery. */
import { cache } from "react"
import { orNotFound, requireTeamMember } from "@/server/visit"

export const findDelivery = cache(async (slug: string, delivery_id: string) => {
  const { api } = await requireTeamMember(slug)
  return orNotFound(api.deliveries.get({ delivery_id }))
})
