/** One client: its details and its metrics. */
import { Pencil1Icon } from "@radix-ui/react-icons"
import type { Metadata } from "next"
import { CountingGuide } from "@/components/ai-visibility/counting-guide"
import { ProjectTable } from "@/components/ai-visibility/project-table"
import type { Data } from "@/components/api/types"
import { ClientActions } from "@/components/clients/client-actions"
import { ClientFacts } from "@/components/clients/client-facts"
import { ClientSentence } from "@/components/clients/client-sentence"
import { ClientState } from "@/components/clients/client-state"
import { EditInPlace } from "@/components/clients/edit-in-place"
import { EmptySections } from "@/components/clients/empty-sections"
import { tilesOf } from "@/components/clients/headline-metrics"
import { metricPlatforms } from "@/components/clients/metric-platforms"
import { MetricsSection } from "@/components/clients/metrics-section"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Section } from "@/components/frame/section"
import { GoalList } from "@/components/goals/goal-list"
import { Link } from "@/components/link"
import { AsApiCall } from "@/components/lists/as-api-call"
import { urlWithQuery } from "@/components/lists/pager"
import { lacksLastDays } from "@/components/lists/ranges"
import { ReportTable } from "@/components/reports/report-table"
import { OpenSignals } from "@/components/signals/open-signals"
import type { CoverageOfList } from "@/components/sources/coverage"
import { SourceLinks } from "@/components/sources/source-links"
import { sourcesSentence } from "@/components/sources/sources-sentence"
import { Time } from "@/components/time"
import { Button } from "@/components/ui/button"
import { roleAtLeast } from "@/domain/kernel/roles"
import { apiCall } from "@/server/api-call"
import type { OperationCaller } from "@/server/caller"
import { currencies, timezones } from "@/server/choices"
import { requireTeamMember } from "@/server/visit"
import { readCoverage } from "../../../sources/read-coverage"
import { readVisibilityHistories } from "../../../visibility-history"
import { findClient } from "../find-client"
import { type ClientMetricsQuery, readClientMetrics } from "./read-client-metrics"
import { readGoals } from "./read-goals"

type Props = {
  params: Promise<{ team: string; client: string }>
  searchParams: Promise<ClientMetricsQuery>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { team, client } = await params
  return { title: (await findClient(team, client)).name }
}

export default async function ClientPage({ params, searchParams }: Props) {
  const { team: slug, client: client_id } = await params
  const { api, team, role, isAdmin } = await requireTeamMember(slug)
  const client = await findClient(slug, client_id)
  const query = await searchParams
  const base = `/${team.slug}`
  const paths = {
    client: `${base}/clients/${client.id}`,
    goals: `${base}/clients/${client.id}/goals`,
    upload: `${base}/sources/upload?client=${client.id}`,
    newProject: `${base}/ai-visibility/new?client=${client.id}`,
  }
  const [reports, { projects, histories }, sources, goals, signals, catalogue] = await Promise.all([
    api.reports.list({ client_id, limit: 200 }),
    readProjects(api, client_id),
    api.dataSources.list({ client_id, limit: 200 }),
    readGoals(api, client_id),
    api.signals.list({ client_id, status: ["open"], sort: "-severity", limit: 50 }),
    api.metrics.list({ answered_by: "metrics" }),
  ])
  const [coverage, shares] = await Promise.all([
    readCoverage(api, sources.data, team.timezone),
    api.reports.listShareSummaries({ report_id: reports.data.map(({ id }) => id) }),
  ])
  const canAdd = roleAtLeast(role, "member") && client.status !== "archived"
  const choices = { zone: team.timezone, currency: team.currency, timezones, currencies }
  const { period, compare, summary, columns, chosen, days, annotations } = await readClientMetrics(
    api,
    client_id,
    query,
    goals.all,
  )
  const tiles = tilesOf(columns)
  const { period: shown, comparison, freshness } = summary.meta
  const apiQuery = {
    metrics: columns.map(({ id }) => id).join(",") || "ad_spend",
    // A preset may show other days than the API would return (readDaysWithData).
    ...(shown && period.input.range ? { from: shown.from, to: shown.to, compare } : { ...period.input, compare }),
  }
  return (
    <>
      <PageHead
        crumbs={[{ name: "Clients", href: `${base}/clients`, switchTo: "clients" }]}
        title={client.name}
        titleAction={
          canAdd && (
            <EditInPlace field="name" {...{ client, choices }} icon={<Pencil1Icon aria-hidden className="size-4" />} />
          )
        }
        mark={client.status !== "active" && <ClientState status={client.status} />}
        actions={
          <>
            {canAdd && (
              <Button asChild kind={client.status === "active" ? "primary" : "plain"}>
                <Link href={urlWithQuery(`${base}/reports`, { new: "1", client: client.id })}>New report</Link>
              </Button>
            )}
            {roleAtLeast(role, "member") && (
              <ClientActions
                client={client}
                choices={choices}
                isAdmin={isAdmin}
                scheduled={projects.filter(hasSchedule).map(({ name }) => name)}
              />
            )}
            <RoleNote
              role={role}
              member="change a client, its goals and its data"
              admin={client.status === "archived" ? "restore the client" : "archive the client"}
            />
          </>
        }
      >
        {client.primary_domain}
      </PageHead>
      <StateNote client={client} />
      {shown && !lacksLastDays(summary.meta) && (
        <ClientSentence
          columns={tiles}
          totals={summary.data.totals}
          range={period.choice}
          days={shown}
          comparison={comparison ?? null}
          compare={compare}
          goals={goals.all}
        />
      )}
      <OpenSignals
        signals={signals.data}
        hasMore={signals.meta.next_cursor !== null}
        clientId={client.id}
        path={`${base}/signals`}
      />
      <MetricsSection
        path={paths.client}
        period={period}
        compare={compare}
        sort={query.sort}
        columns={columns}
        chosen={chosen}
        summary={summary}
        tiles={tiles}
        days={days}
        platforms={metricPlatforms(catalogue.data, freshness?.sources ?? [])}
        uploadPath={paths.upload}
        clientId={client.id}
        annotations={annotations}
        canEdit={canAdd}
      />
      <ClientLists
        goals={goals.listed}
        sources={sources.data}
        coverage={coverage}
        reports={reports.data}
        shares={shares.data}
        projects={projects}
        histories={histories}
        clientName={client.name}
        base={base}
        paths={paths}
        canAdd={canAdd}
      />
      <Section title="Details">
        <ClientFacts client={client} choices={choices} canEdit={canAdd} />
      </Section>
      <AsApiCall {...apiCall(urlWithQuery(`/clients/${client.id}/metrics`, apiQuery))} />
    </>
  )
}

type Projects = Awaited<ReturnType<typeof readProjects>>

async function readProjects(api: OperationCaller, client_id: string) {
  const { data: projects } = await api.aiVisibility.listProjects({ client_id, limit: 50 })
  return { projects, histories: await readVisibilityHistories(api, projects) }
}

type ListsProps = {
  goals: Data<"clients", "listGoals">
  sources: Data<"dataSources", "list">
  coverage: CoverageOfList | null
  reports: Data<"reports", "list">
  shares: Data<"reports", "listShareSummaries">
  projects: Projects["projects"]
  histories: Projects["histories"]
  clientName: string
  /** The path of the team. */
  base: string
  paths: { goals: string; upload: string; newProject: string }
  /** False for viewers and for archived clients. */
  canAdd: boolean
}

/** What belongs to the client. Lists without entries are last, each on one line with its action. */
function ClientLists(props: ListsProps) {
  const { goals, sources, coverage, reports, shares, projects, histories, clientName, base, paths, canAdd } = props
  return (
    <>
      {goals.length > 0 && (
        <Section title="Goals" actions={<SmallLink href={paths.goals}>Show all goals</SmallLink>}>
          <GoalList goals={goals} canEdit={false} heading="h3" />
        </Section>
      )}
      {sources.length > 0 && (
        <Section
          title="Data sources"
          lead={sourcesSentence(sources, coverage)}
          actions={canAdd && <SmallLink href={paths.upload}>Upload file</SmallLink>}
        >
          <SourceLinks sources={sources} base={`${base}/sources`} coverage={coverage} />
        </Section>
      )}
      {reports.length > 0 && (
        <Section title="Reports">
          <ReportTable reports={reports} shares={shares} base={`${base}/reports`} />
        </Section>
      )}
      {projects.length > 0 && (
        <Section title="AI visibility" actions={canAdd && <SmallLink href={paths.newProject}>New project</SmallLink>}>
          <ProjectTable projects={projects} histories={histories} base={`${base}/ai-visibility`} />
          <p className="mt-1 text-quiet text-table">
            Visibility is the share of answers in the latest scan that mention your brand. <CountingGuide />
          </p>
        </Section>
      )}
      {canAdd && (
        <EmptySections
          sections={[
            goals.length === 0 && {
              title: "Goals",
              text: "No active goals. A goal is a target or a budget for a month, a quarter or other dates.",
              action: { name: "Set a goal", href: paths.goals },
            },
            sources.length === 0 && {
              title: "Data sources",
              text: "No data sources yet. Upload a file of metrics, or connect an account.",
              action: { name: "Upload file", href: paths.upload },
            },
            projects.length === 0 && {
              title: "AI visibility",
              text: `No projects yet. Create one to measure how AI engines mention ${clientName}.`,
              action: { name: "New project", href: paths.newProject },
            },
          ]}
        />
      )}
    </>
  )
}

const SmallLink = ({ href, children }: { href: string; children: string }) => (
  <Button asChild size="small">
    <Link href={href}>{children}</Link>
  </Button>
)

type Project = { status: string; schedule: { every: string } }
const hasSchedule = ({ status, schedule }: Project) => status === "active" && schedule.every !== "manual"

/** Explains what a paused or archived client cannot do. */
function StateNote({ client: { status, archived_at } }: { client: { status: string; archived_at: string | null } }) {
  if (status === "active") return null
  return (
    <p className="mb-6 max-w-[68ch] rounded-box border border-caution bg-caution-wash px-3 py-2">
      {status === "paused" ? (
        "This client is paused. Scans of its projects do not start. You can still import metrics."
      ) : (
        <>
          Archived {archived_at && <Time at={archived_at} />}. Everything stays readable. Scans and imports do not start
          until an admin restores the client.
        </>
      )}
    </p>
  )
}
