/** The MCP connector of the team: its URL, connected apps, what they may do, and their calls. */
import type { Metadata } from "next"
import { Section } from "@/components/frame/section"
import { Empty } from "@/components/lists/empty"
import { readListPeriod, withFixedPeriod } from "@/components/lists/list-period"
import { Pager } from "@/components/lists/pager"
import { ordersOf, sortFromQuery } from "@/components/lists/sort-rows"
import { type CallQuery, callOrders } from "@/components/mcp/call-filters"
import { CallLog } from "@/components/mcp/call-log"
import { ConnectionTable } from "@/components/mcp/connection-table"
import { ConnectorSwitches } from "@/components/mcp/connector-switches"
import { DisconnectAll } from "@/components/mcp/disconnect-app"
import { SetUpApp } from "@/components/mcp/set-up-app"
import { PlanRequired } from "@/components/settings/plan-required"
import { TabHead } from "@/components/settings/tab-head"
import { CodeBlock } from "@/components/ui/code-block"
import { CopyIconButton } from "@/components/ui/copy-button"
import { listCalls } from "@/domain/connections/list-calls"
import { retentionDays } from "@/domain/operating/retention-days"
import { allPages } from "@/server/all-pages"
import { writeToolTitles } from "@/server/choices"
import { isFiltered, readFilters } from "@/server/list-filters"
import { orFirstPage, orNoMatches, requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../layout"

export const metadata: Metadata = { title: "MCP" }

type Query = CallQuery & ListQuery
type Props = TeamParams & { searchParams: Promise<Query> }
type ListQuery = { sort?: string; cursor?: string }
type Visitor = Awaited<ReturnType<typeof requireTeamMember>>

export default async function McpPage({ params, searchParams }: Props) {
  const visitor = await requireTeamMember((await params).team)
  const { api, team, isAdmin, planName, hasDeveloperAccess } = visitor
  const query = withFixedPeriod(await searchParams)
  const path = `/${team.slug}/settings/api/mcp`
  const [{ data: settings }, { data: clients }] = await Promise.all([
    api.connections.getSettings({}),
    api.clients.list({ limit: 1 }),
  ])
  const connections = hasDeveloperAccess ? await readConnections(api, query, path) : null
  const apps = connections && <Connections {...connections} isAdmin={isAdmin} path={path} query={query} />
  const hasApps = connections !== null && connections.data.length > 0
  return (
    <>
      <TabHead title="MCP connector">
        Assistants such as Claude, ChatGPT and Cursor read the team's data. They change data only if you allow it.
      </TabHead>
      {!hasDeveloperAccess && (
        <PlanRequired title={`The ${planName} plan has no MCP connector`} teamPath={`/${team.slug}`}>
          Change to another plan to connect apps.
        </PlanRequired>
      )}
      {hasDeveloperAccess && (
        <>
          {/* Connected apps come first. Without any, the instructions to connect one come first. */}
          {hasApps && apps}
          <Section
            title="Connect an app"
            lead="Enter this URL in your app. The app opens Signalbox, where you allow access."
          >
            <div className="grid max-w-3xl grid-cols-1 gap-4">
              {!settings.mcp_enabled && (
                <Empty title="The MCP connector is off">
                  Apps cannot connect until an owner or admin switches it on under Permissions.
                </Empty>
              )}
              <CodeBlock code={settings.url} label="Connector URL" />
              <SetUpApp url={settings.url} />
            </div>
          </Section>
          <Section title="Questions to try" lead="Ask the connected assistant.">
            <ul className="max-w-3xl divide-y divide-line border-line border-y">
              {exampleQuestions(clients[0]?.name).map((question) => (
                <li key={question} className="flex items-center justify-between gap-4 py-1.5">
                  <span className="min-w-0 wrap-anywhere">{question}</span>
                  <CopyIconButton text={question} label={`Copy the question: ${question}`} />
                </li>
              ))}
            </ul>
          </Section>
          <Section title="Permissions">
            <ConnectorSwitches settings={settings} isAdmin={isAdmin} writeTools={writeToolTitles(team.plan)} />
          </Section>
          {!hasApps && apps}
          {isAdmin && <Calls visitor={visitor} path={path} query={query} />}
        </>
      )}
    </>
  )
}

/** `clientName`: the name of any client of the team. Without one, the question about a client is left out. */
const exampleQuestions = (clientName: string | undefined) => [
  ...(clientName ? [`How did ${clientName} do in the last 28 days, and what explains the changes?`] : []),
  "Which clients will miss a goal this month?",
  "Which clients lost AI visibility since the previous scan, and on which prompts?",
]

async function readConnections(api: Visitor["api"], query: ListQuery, path: string) {
  const sort = sortFromQuery(query.sort, ["-created_at", "created_at", "last_used_at", "-last_used_at"])
  const { data, meta } = await orFirstPage(api.connections.list({ sort, cursor: query.cursor }), path)
  return { data, meta, sort }
}

type ConnectionsProps = Awaited<ReturnType<typeof readConnections>> & {
  isAdmin: boolean
  path: string
  query: ListQuery
}

function Connections({ data, meta, sort, isAdmin, path, query }: ConnectionsProps) {
  const isOnePage = meta.total === data.length
  const mayHaveActive = !isOnePage || data.some(({ state }) => state === "active")
  return (
    <Section
      title="Connected apps"
      lead={data.length > 0 && (isAdmin ? "The apps of all members. Each member connects their own." : "Your apps.")}
      actions={isAdmin && mayHaveActive && <DisconnectAll />}
    >
      {data.length === 0 ? (
        <Empty title="No connected apps">Enter the connector URL in an app to connect it.</Empty>
      ) : (
        <>
          <ConnectionTable connections={data} sorting={{ path, query, sort }} />
          <Pager meta={meta} path={path} query={query} noun={["app", "apps"]} label="Pages of apps" />
        </>
      )}
    </Section>
  )
}

async function Calls({ visitor, path, query }: { visitor: Visitor; path: string; query: CallQuery }) {
  const { api, team } = visitor
  const period = readListPeriod(query, team.timezone)
  const filters = readFilters(listCalls, query, period)
  const sort = sortFromQuery(query.order, ordersOf(callOrders))
  const [{ data, meta }, connections] = await Promise.all([
    orNoMatches(orFirstPage(api.connections.listCalls({ ...filters, sort, cursor: query.calls, limit: 20 }), path)),
    allPages((cursor) => api.connections.list({ limit: 200, cursor })),
  ])
  // If no app was ever connected, the list of apps above says what to do.
  if (connections.length === 0) return null
  const storedDays = retentionDays("mcp_calls")
  const apps = Object.fromEntries(connections.map(({ id, client_name, user }) => [id, `${client_name} · ${user.name}`]))
  return (
    <Section title="Calls" lead={storedDays === null ? undefined : `Stored for ${storedDays} days.`}>
      <CallLog
        calls={data}
        meta={meta}
        path={path}
        query={query}
        period={period}
        sort={sort}
        isFiltered={isFiltered(filters, period)}
        apps={apps}
      />
    </Section>
  )
}
