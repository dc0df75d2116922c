/** The request log of all API keys of the team. */
import type { Metadata } from "next"
import { type RequestQuery, requestFilters } from "@/components/keys/request-filters"
import { RequestLog } from "@/components/keys/request-log"
import { readListPeriod, withFixedPeriod } from "@/components/lists/list-period"
import { TabHead } from "@/components/settings/tab-head"
import { retentionDays } from "@/domain/operating/retention-days"
import { curlCommand } from "@/server/curl-command"
import { orFirstPage, requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../../../layout"
import { countErrors } from "../../../count-errors"

export const metadata: Metadata = { title: "Request log" }

type Props = TeamParams & { searchParams: Promise<RequestQuery> }

export default async function LogsPage({ params, searchParams }: Props) {
  const { api, team } = await requireTeamMember((await params).team)
  const query = withFixedPeriod(await searchParams)
  const period = readListPeriod(query, team.timezone)
  const base = `/${team.slug}/settings/api`
  const days = retentionDays("request_log")
  const [log, keys, errors] = await Promise.all([
    orFirstPage(api.keys.listRequests({ limit: 50, ...requestFilters(query, period) }), `${base}/logs`),
    api.keys.list({ limit: 200 }),
    countErrors(api, { query, period }),
  ])
  const keysById = new Map(keys.data.map((key) => [key.id, { name: key.name, href: `${base}/keys/${key.id}` }]))
  return (
    <>
      <TabHead title="Request log">
        Every API request with a key of this team{days === null ? "" : `, stored for ${days} days`}.
      </TabHead>
      <RequestLog
        requests={log.data}
        meta={log.meta}
        path={`${base}/logs`}
        logPath={`${base}/logs`}
        query={query}
        period={period}
        firstRequest={curlCommand("/clients?limit=1")}
        errors={errors}
        keys={keysById}
      />
    </>
  )
}
