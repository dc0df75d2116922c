/** Counts the failed requests of a request log, for the links above the list. */
import { type ErrorCounts, type RequestQuery, requestFilters } from "@/components/keys/request-filters"
import type { ListPeriod } from "@/components/lists/list-period"
import type { PageMeta } from "@/components/lists/pager"
import type { requireTeamMember } from "@/server/visit"

type Api = Awaited<ReturnType<typeof requireTeamMember>>["api"]

/**
 * `key_id` limits the count to the log of one key. Returns undefined on later pages, if the list is filtered by status,
 * and if there are too many requests for an exact count.
 */
export async function countErrors(
  api: Api,
  { query, period, key_id }: { query: RequestQuery; period: ListPeriod; key_id?: string },
): Promise<ErrorCounts | undefined> {
  if (query.status || query.cursor) return undefined
  const filters = { ...requestFilters({ ...query, sort: undefined }, period), ...(key_id && { key_id }), limit: 1 }
  const [clientErrors, serverErrors] = await Promise.all([
    api.keys.listRequests({ ...filters, status_class: ["4xx"] }),
    api.keys.listRequests({ ...filters, status_class: ["5xx"] }),
  ])
  const clientErrorCount = exactTotal(clientErrors.meta)
  const serverErrorCount = exactTotal(serverErrors.meta)
  if (clientErrorCount === null || serverErrorCount === null) return undefined
  return { "4xx": clientErrorCount, "5xx": serverErrorCount }
}

const exactTotal = ({ total, total_is_exact }: PageMeta) => (total_is_exact ? total : null)
