/** Finds the webhook of a page. Shows the not-found page when the team has no such webhook. */
import { cache } from "react"
import { orNotFound, requireTeamMember } from "@/server/visit"

export const findWebhook = cache(async (slug: string, webhook_id: string) => {
  const { api } = await requireTeamMember(slug)
  return (await orNotFound(api.webhooks.get({ webhook_id }))).data
})
