/** Counts the failed requests of a request log, for the line below the list. */
import { type ErrorCounts, type LogQuery, logFilters } from "@/components/keys/log-filters"
import type { ListPeriod } from "@/components/lists/list-period"
import type { requireTeamMember } from "@/server/visit"

type Api = Awaited<ReturnType<typeof requireTeamMember>>["api"]

/** `key_id` is the key whose log it is. Returns undefined if the list shows only some statuses. */
export async function countErrors(
  api: Api,
  { query, period, key_id }: { query: LogQuery; period: ListPeriod; key_id?: string },
): Promise<ErrorCounts | undefined> {
  if (query.status) return undefined
  const filters = { ...logFilters({ ...query, cursor: undefined }, period), ...(key_id && { key_id }), limit: 1 }
  const [refused, failed] = await Promise.all([
    api.keys.listRequests({ ...filters, status_class: ["4xx"] }),
    api.keys.listRequests({ ...filters, status_class: ["5xx"] }),
  ])
  return { "4xx": refused.meta.total ?? 0, "5xx": failed.meta.total ?? 0 }
}
