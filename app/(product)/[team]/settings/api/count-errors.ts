/** Counts the failed requests of a request log, for the line below the list. */
import { type ErrorCounts, type LogQuery, logFilters } from "@/components/keys/log-filters"
import type { ListPeriod } from "@/components/lists/list-period"
import type { requireTeamMember } from "@/server/visit"

type Api = Awaited<ReturnType<typeof requireTeamMember>>["api"]

/**
 * `key_id` is the key whose log it is. Returns undefined on later pages, if the list shows only some statuses, and if
 * there are too many requests to count.
 */
export async function countErrors(
  api: Api,
  { query, period, key_id }: { query: LogQuery; period: ListPeriod; key_id?: string },
): Promise<ErrorCounts | undefined> {
  if (query.status || query.cursor) return undefined
  const filters = { ...logFilters(query, period), ...(key_id && { key_id }), limit: 1 }
  const [refused, failed] = await Promise.all([
    api.keys.listRequests({ ...filters, status_class: ["4xx"] }),
    api.keys.listRequests({ ...filters, status_class: ["5xx"] }),
  ])
  const [refusedN, failedN] = [refused, failed].map(({ meta }) => (meta.total_is_exact ? meta.total : null))
  return refusedN == null || failedN == null ? undefined : { "4xx": refusedN, "5xx": failedN }
}
