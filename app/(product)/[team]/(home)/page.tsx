/** A team's home page: what needs attention, what changed, what runs next, and the first steps of a new team. */
import { Suspense } from "react"
import type { Data } from "@/components/api/types"
import { PageHead } from "@/components/frame/page-head"
import { attentionItems } from "@/components/home/attention"
import { AttentionList } from "@/components/home/attention-list"
import { FirstSteps } from "@/components/home/first-steps"
import {
  InfoSignals,
  LatestResults,
  VisibilityChanges,
  VisibilityChangesSkeleton,
} from "@/components/home/latest-results"
import { StateStrip } from "@/components/home/state-strip"
import { TrafficChart } from "@/components/home/traffic-chart"
import { UpcomingList } from "@/components/home/upcoming-list"
import { urlWithQuery } from "@/components/lists/pager"
import { roleAtLeast } from "@/domain/kernel/roles"
import { curlCommand } from "@/server/curl-command"
import { requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../layout"
import { readVisibilityHistory } from "../visibility-history"

/** How many of each kind the page lists. The state at the top counts all of them. */
const limit = 5

export default async function HomePage({ params }: TeamParams) {
  const { api, team, role, isAdmin, hasDeveloperAccess } = await requireTeamMember((await params).team)
  const [
    status,
    traffic,
    steps,
    upcoming,
    webhooks,
    signals,
    infoSignals,
    failingSources,
    staleSources,
    pausedSources,
    scans,
    projects,
  ] = await Promise.all([
    api.home.getStatus({}),
    api.home.getTraffic({}),
    api.home.getFirstSteps({}),
    api.home.listUpcoming({}),
    api.webhooks.list({ limit, needs_attention: true }),
    api.signals.list({ limit, status: ["open"], min_severity: "warning", sort: "-severity" }),
    api.signals.list({ limit, status: ["open"], severity: ["info"] }),
    api.dataSources.list({ limit, status: ["error", "reauth_required"] }),
    api.dataSources.list({ limit, status: ["active"], stale: true }),
    api.dataSources.list({ limit: 1, status: ["paused"] }),
    api.home.listFailedScans({}),
    api.aiVisibility.listProjects({ limit, status: ["active"] }),
  ])
  const base = `/${team.slug}`
  const items = attentionItems(
    {
      webhooks: webhooks.data,
      signals: signals.data,
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
        count: status.data.signals_open - signals.data.length,
        areInfo: signals.meta.next_cursor === null,
        href: urlWithQuery(`${base}/signals`, { status: "open" }),
      }}
    />
  )
  const scannedProjects = projects.data.filter(({ own_brand, latest }) => own_brand && latest)
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
          {!isNew && attention}
          {scannedProjects.length + infoSignals.data.length > 0 && (
            <LatestResults>
              <Suspense fallback={<VisibilityChangesSkeleton rows={scannedProjects.length} />}>
                <RecentVisibility slug={team.slug} projects={scannedProjects} />
              </Suspense>
              <InfoSignals signals={infoSignals.data} path={`${base}/signals`} />
            </LatestResults>
          )}
          <FirstSteps
            done={steps.data}
            base={base}
            curl={curlCommand("/clients?limit=1")}
            may={{ write: roleAtLeast(role, "member"), administer: isAdmin }}
            hasDeveloperAccess={hasDeveloperAccess}
            isMain={items.length === 0}
          />
          {isNew && attention}
        </div>
        <div className="min-w-0">
          <UpcomingList upcoming={upcoming.data} base={base} />
          <TrafficChart traffic={traffic.data} path={`${base}/settings/api/logs`} />
        </div>
      </div>
    </>
  )
}

const dateIn = (timeZone: string) =>
  new Date().toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone })

type Project = Data<"aiVisibility", "listProjects">[number]

/** Reads metrics of several projects, so it appears after the rest of the page. */
async function RecentVisibility({ slug, projects }: { slug: string; projects: Project[] }) {
  const { api, team } = await requireTeamMember(slug)
  const changes = await Promise.all(
    projects.map(async (project) => {
      const history = await readVisibilityHistory(api, project)
      return history ? [{ project, ...history }] : []
    }),
  )
  return <VisibilityChanges changes={changes.flat()} base={`/${team.slug}`} />
}
