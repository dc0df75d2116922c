/**
 * Finds the data source of a page, and its sync that is queued or running. Shows the not-found page when the team has
 * no such data source.
 */
import { cache } from "react"
import { isSyncInProgress } from "@/components/sources/source-labels"
import { orNotFound, requireTeamMember } from "@/server/visit"

/**
 * Reads the newest sync before anything else. If it is in progress, the page polls until it ends. If it has ended, all
 * later reads include its results. In another order, a sync could end between two reads, and the page would show old
 * data without polling.
 */
export const findSource = cache(async (slug: string, data_source_id: string) => {
  const { api } = await requireTeamMember(slug)
  const newest = await orNotFound(api.dataSources.listSyncs({ data_source_id, limit: 1 }))
  const source = await orNotFound(api.dataSources.get({ data_source_id }))
  return { source: source.data, currentSync: newest.data.find(isSyncInProgress) }
})
