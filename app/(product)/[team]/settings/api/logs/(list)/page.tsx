/** The request log of all API keys of the team. */
import type { Metadata } from "next"
import { PageHead } from "@/components/frame/page-head"
import { type LogQuery, logFilters } from "@/components/keys/log-filters"
import { RequestLog } from "@/components/keys/request-log"
import { readListPeriod, withFixedPeriod } from "@/components/lists/list-period"
import { retentionDays } from "@/domain/operating/retention-days"
import { orFirstPage, requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../../layout"

export const metadata: Metadata = { title: "Request log" }

type Props = TeamParams & { searchParams: Promise<LogQuery> }

export default async function LogsPage({ params, searchParams }: Props) {
  const { api, team } = await requireTeamMember((await params).team)
  const query = withFixedPeriod(await searchParams)
  const period = readListPeriod(query, team.timezone)
  const base = `/${team.slug}/settings/api`
  const days = retentionDays("request_log")
  const [log, keys] = await Promise.all([
    orFirstPage(api.keys.listRequests({ limit: 50, ...logFilters(query, period) }), `${base}/logs`),
    api.keys.list({ limit: 200 }),
  ])
  const keysById = new Map(keys.data.map((key) => [key.id, { name: key.name, href: `${base}/keys/${key.id}` }]))
  return (
    <>
      <PageHead isInner title="Request log">
        Every API request with a key of this team{days === null ? "" : `, stored for ${days} days`}.
      </PageHead>
      <RequestLog
        requests={log.data}
        meta={log.meta}
        path={`${base}/logs`}
        logPath={`${base}/logs`}
        query={query}
        period={period}
        keys={keysById}
      />
    </>
  )
}
