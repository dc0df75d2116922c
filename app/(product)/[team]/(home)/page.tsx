/**
 * A team's home page: what needs attention, what improved, what runs next, API requests, clients, and first steps of a
 * new team.
 */
import { PageHead } from "@/components/frame/page-head"
import { attentionItems } from "@/components/home/attention"
import { AttentionList } from "@/components/home/attention-list"
import { ClientLines } from "@/components/home/client-lines"
import { FirstSteps } from "@/components/home/first-steps"
import { improvementItems } from "@/components/home/improvements"
import { ImprovementList } from "@/components/home/item-list"
import { ReportList } from "@/components/home/report-list"
import { markNew, newItemsText } from "@/components/home/since-visit"
import { StateStrip } from "@/components/home/state-strip"
import { TrafficChart } from "@/components/home/traffic-chart"
import { UpcomingList } from "@/components/home/upcoming-list"
import { VisitRecorder } from "@/components/home/visit-recorder"
import { urlWithQuery } from "@/components/lists/pager"
import { Time } from "@/components/time"
import { roleAtLeast } from "@/domain/kernel/roles"
import { curlCommand } from "@/server/curl-command"
import { requireTeamMember } from "@/server/visit"
import { ClientGoal } from "../client-goal"
import { ClientResult } from "../client-result"
import { LatestVerdict } from "../latest-verdict"
import type { TeamParams } from "../layout"
import { readHome } from "./read-home"

export default async function HomePage({ params }: TeamParams) {
  const { api, team, role, isAdmin, hasDeveloperAccess } = await requireTeamMember((await params).team)
  const home = await readHome(api)
  const { status, steps, signals, diagram } = home
  const teamPath = `/${team.slug}`
  const clientNames = new Map(diagram.lines.map(({ id, name }) => [id, name]))
  const visitor = { teamPath, canAdminister: isAdmin, hasDeveloperAccess }
  const items = markNew(attentionItems(home.attention, visitor), home.visitedAt)
  const improvements = markNew(improvementItems(home.improvements, teamPath), home.visitedAt)
  // The page of a new team shows the first steps at the top.
  const isNew = items.length === 0 && !steps.has_data
  const attention = (
    <AttentionList
      items={items}
      otherSignals={{ ...home.otherSignals, href: urlWithQuery(`${teamPath}/signals`, { status: "open" }) }}
    />
  )
  const firstSteps = (
    <FirstSteps
      done={steps}
      teamPath={teamPath}
      curl={curlCommand("/clients?limit=1")}
      canWrite={roleAtLeast(role, "member")}
      canAdminister={isAdmin}
      hasDeveloperAccess={hasDeveloperAccess}
      isMain={items.length === 0}
    />
  )
  return (
    <>
      <PageHead title={formatToday(team.timezone)}>
        {home.visitedAt && (
          <>
            Your previous visit to Home: <Time at={home.visitedAt} />. {newItemsText([...items, ...improvements])}
          </>
        )}
      </PageHead>
      <VisitRecorder readAt={home.readAt} />
      <StateStrip
        status={status}
        sourcesPaused={home.pausedSources}
        traffic={home.traffic}
        steps={steps}
        teamPath={teamPath}
      />
      <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_328px]">
        <div className="min-w-0">
          {isNew && firstSteps}
          {attention}
          <ImprovementList items={improvements} />
        </div>
        <div className="min-w-0">
          <UpcomingList upcoming={home.upcoming} teamPath={teamPath} zone={team.timezone} />
          {hasDeveloperAccess && <TrafficChart traffic={home.traffic} teamPath={teamPath} zone={team.timezone} />}
          <ReportList reports={home.reports} clientNames={clientNames} teamPath={teamPath} />
        </div>
      </div>
      <ClientLines
        diagram={diagram}
        teamPath={teamPath}
        renderResult={({ id }) => (
          <ClientResult slug={team.slug} clientId={id} signals={signals.filter(({ client }) => client.id === id)} />
        )}
        renderGoal={({ id }) => (
          <ClientGoal slug={team.slug} clientId={id} today={diagram.to} href={`${teamPath}/clients/${id}/goals`} />
        )}
        renderVerdict={({ project }) => project && <LatestVerdict slug={team.slug} project={project} />}
      />
      {!isNew && firstSteps}
    </>
  )
}

/** "Tuesday 1 December" */
const formatToday = (timeZone: string) =>
  new Date().toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone })
