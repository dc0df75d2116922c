/** The request log of all API keys of the team. */
import type { Metadata } from "next"
import type { RequestQuery } from "@/components/keys/request-filters"
import { RequestLog } from "@/components/keys/request-log"
import { TabHead } from "@/components/settings/tab-head"
import { retentionDays } from "@/domain/operating/retention-days"
import { allPages } from "@/server/all-pages"
import { curlCommand } from "@/server/curl-command"
import { requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../../layout"
import { readRequestLog } from "../../read-request-log"

export const metadata: Metadata = { title: "Request log" }

type Props = TeamParams & { searchParams: Promise<RequestQuery> }

export default async function LogsPage({ params, searchParams }: Props) {
  const visit = await requireTeamMember((await params).team)
  const apiPath = `/${visit.team.slug}/settings/api`
  const path = `${apiPath}/logs`
  const storedDays = retentionDays("request_log")
  const [log, keys] = await Promise.all([
    readRequestLog(visit, { query: await searchParams, path, limit: 50 }),
    allPages((cursor) => visit.api.keys.list({ limit: 200, cursor })),
  ])
  const keysById = new Map(keys.map((key) => [key.id, { name: key.name, href: `${apiPath}/keys/${key.id}` }]))
  return (
    <>
      <TabHead title="Request log">
        Every API request with a key of this team{storedDays === null ? "" : `, stored for ${storedDays} days`}.
      </TabHead>
      <RequestLog {...log} logPath={path} firstRequest={curlCommand("/clients?limit=1")} keys={keysById} />
    </>
  )
}
