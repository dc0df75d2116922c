/** A team's home page: what needs attention, what changed, what runs next, and the first steps of a new team. */
import { PageHead } from "@/components/frame/page-head"
import { attentionItems } from "@/components/home/attention"
import { AttentionList } from "@/components/home/attention-list"
import { ClientLines } from "@/components/home/client-lines"
import { FirstSteps } from "@/components/home/first-steps"
import { ReportList } from "@/components/home/report-list"
import { StateStrip } from "@/components/home/state-strip"
import { UpcomingList } from "@/components/home/upcoming-list"
import { urlWithQuery } from "@/components/lists/pager"
import { groupSignals, signalsOf } from "@/components/signals/signal-groups"
import { roleAtLeast } from "@/domain/kernel/roles"
import { curlCommand } from "@/server/curl-command"
import { requireTeamMember } from "@/server/visit"
import { ClientGoal } from "../client-goal"
import { ClientResult } from "../client-result"
import { LatestVerdict } from "../latest-verdict"
import type { TeamParams } from "../layout"

/** How many of each kind the page lists. The state at the top counts all of them. */
const limit = 5
const maxReports = 3
/** Of the most severe open signals, this many are grouped to incidents. */
const maxSignals = 100

export default async function HomePage({ params }: TeamParams) {
  const { api, team, role, isAdmin, hasDeveloperAccess } = await requireTeamMember((await params).team)
  const [
    status,
    traffic,
    steps,
    upcoming,
    webhooks,
    signals,
    failingSources,
    staleSources,
    pausedSources,
    scans,
    diagram,
    reports,
  ] = await Promise.all([
    api.home.getStatus({}),
    api.home.getTraffic({}),
    api.home.getFirstSteps({}),
    api.home.listUpcoming({}),
    api.webhooks.list({ limit, needs_attention: true }),
    api.signals.list({ limit: maxSignals, status: ["open"], min_severity: "warning", sort: "-severity" }),
    api.dataSources.list({ limit, status: ["error", "reauth_required"] }),
    api.dataSources.list({ limit, status: ["active"], stale: true }),
    api.dataSources.list({ limit: 1, status: ["paused"] }),
    api.home.listFailedScans({}),
    api.home.listClientLines({}),
    api.reports.list({ limit: maxReports, sort: "-updated_at" }),
  ])
  const base = `/${team.slug}`
  const clientNames = new Map(diagram.data.lines.map(({ id, name }) => [id, name]))
  const incidents = groupSignals(signals.data)
  const shown = incidents.slice(0, limit)
  const items = attentionItems(
    {
      webhooks: webhooks.data,
      incidents: shown,
      sources: [...failingSources.data, ...staleSources.data],
      scans: scans.data,
    },
    { base, mayReconnect: isAdmin },
  )
  // A new team starts with its first steps.
  const isNew = items.length === 0 && !steps.data.has_data
  const attention = (
    <AttentionList
      items={items}
      otherSignals={{
        count: status.data.signals_open - shown.flatMap(signalsOf).length,
        areInfo: shown.length === incidents.length && signals.meta.next_cursor === null,
        href: urlWithQuery(`${base}/signals`, { status: "open" }),
      }}
    />
  )
  const firstSteps = (
    <FirstSteps
      done={steps.data}
      base={base}
      curl={curlCommand("/clients?limit=1")}
      may={{ write: roleAtLeast(role, "member"), administer: isAdmin }}
      hasDeveloperAccess={hasDeveloperAccess}
      isMain={items.length === 0}
    />
  )
  return (
    <>
      <PageHead title={dateIn(team.timezone)} />
      <StateStrip
        status={status.data}
        sourcesPaused={pausedSources.meta.total ?? 0}
        traffic={traffic.data}
        steps={steps.data}
        base={base}
      />
      <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0">
          {isNew && firstSteps}
          {attention}
        </div>
        <div className="min-w-0">
          <UpcomingList upcoming={upcoming.data} base={base} zone={team.timezone} />
          <ReportList reports={reports.data} clientNames={clientNames} base={base} />
        </div>
      </div>
      <ClientLines
        diagram={diagram.data}
        base={base}
        resultOf={({ id }) => (
          <ClientResult
            slug={team.slug}
            clientId={id}
            signals={signals.data.filter(({ client }) => client.id === id)}
          />
        )}
        goalOf={({ id }) => (
          <ClientGoal slug={team.slug} clientId={id} today={diagram.data.to} href={`${base}/clients/${id}/goals`} />
        )}
        verdictOf={({ project }) => project && <LatestVerdict slug={team.slug} project={project} />}
      />
      {!isNew && firstSteps}
    </>
  )
}

const dateIn = (timeZone: string) =>
  new Date().toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone })
