/** One client: its metrics, open signals, goals, data sources, reports, AI-visibility projects and details. */

import { Pencil1Icon } from "@radix-ui/react-icons"
import type { Metadata } from "next"
import { ClientActions } from "@/components/clients/client-actions"
import { ClientFacts } from "@/components/clients/client-facts"
import { ClientSentence } from "@/components/clients/client-sentence"
import { ClientState } from "@/components/clients/client-state"
import { EditInPlace } from "@/components/clients/edit-in-place"
import { tilesOf } from "@/components/clients/headline-metrics"
import { metricPlatforms } from "@/components/clients/metric-platforms"
import { MetricsSection } from "@/components/clients/metrics-section"
import { CautionNote } from "@/components/forms/problem-note"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { AsApiCall } from "@/components/lists/as-api-call"
import { urlWithQuery } from "@/components/lists/pager"
import { lacksLastDays } from "@/components/lists/ranges"
import { OpenSignals } from "@/components/signals/open-signals"
import { Time } from "@/components/time"
import { Button } from "@/components/ui/button"
import { roleAtLeast } from "@/domain/kernel/roles"
import { apiCall } from "@/server/api-call"
import { currencies, timezones } from "@/server/choices"
import { requireTeamMember } from "@/server/visit"
import { readCoverage } from "../../../sources/read-coverage"
import { findClient } from "../find-client"
import { ClientLists } from "./client-lists"
import { type ClientMetricsQuery, readClientMetrics } from "./read-client-metrics"
import { readGoals } from "./read-goals"
import { readProjects } from "./read-projects"

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
  const teamPath = `/${team.slug}`
  const paths = {
    client: `${teamPath}/clients/${client.id}`,
    goals: `${teamPath}/clients/${client.id}/goals`,
    upload: `${teamPath}/sources/upload?client=${client.id}`,
    newProject: `${teamPath}/ai-visibility/new?client=${client.id}`,
  }
  const [reports, { projects, histories }, sources, goals, signals, catalog] = await Promise.all([
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
  const { period, compare, summary, columns, selectedMetric, dailyRows, annotations } = await readClientMetrics(
    api,
    client_id,
    query,
    goals.active,
  )
  const tiles = tilesOf(columns)
  const { period: shownPeriod, comparison, freshness } = summary.meta
  const apiQuery = {
    // The operation requires a metric, so a client without data gets an example.
    metrics: columns.map(({ id }) => id).join(",") || "ad_spend",
    // A preset may show other days than the API would return (readDaysWithData).
    ...(shownPeriod && period.input.range ? { from: shownPeriod.from, to: shownPeriod.to } : period.input),
    compare,
  }
  return (
    <>
      <PageHead
        crumbs={[{ name: "Clients", href: `${teamPath}/clients`, switchTo: "clients" }]}
        title={client.name}
        titleAction={
          canAdd && (
            <EditInPlace
              field="name"
              client={client}
              choices={choices}
              icon={<Pencil1Icon aria-hidden className="size-4" />}
            />
          )
        }
        mark={client.status !== "active" && <ClientState status={client.status} />}
        actions={
          <>
            {canAdd && (
              <Button asChild kind={client.status === "active" ? "primary" : "plain"}>
                <Link href={urlWithQuery(`${teamPath}/reports`, { new: "1", client: client.id })}>New report</Link>
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
      {shownPeriod && !lacksLastDays(summary.meta) && (
        <ClientSentence
          columns={tiles}
          totals={summary.data.totals}
          range={period.choice}
          days={shownPeriod}
          comparison={comparison ?? null}
          compare={compare}
          goals={goals.active}
        />
      )}
      <OpenSignals
        signals={signals.data}
        hasMore={signals.meta.next_cursor !== null}
        clientId={client.id}
        path={`${teamPath}/signals`}
      />
      <MetricsSection
        path={paths.client}
        period={period}
        compare={compare}
        sort={query.sort}
        columns={columns}
        chosen={selectedMetric}
        summary={summary}
        tiles={tiles}
        days={dailyRows}
        platforms={metricPlatforms(catalog.data, freshness?.sources ?? [])}
        uploadPath={paths.upload}
        clientId={client.id}
        annotations={annotations}
        canEdit={canAdd}
      />
      <ClientLists
        lists={{
          goals: goals.listed,
          sources: sources.data,
          coverage,
          reports: reports.data,
          shares: shares.data,
          projects,
          histories,
        }}
        clientName={client.name}
        teamPath={teamPath}
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

type Project = { status: string; schedule: { every: string } }
const hasSchedule = ({ status, schedule }: Project) => status === "active" && schedule.every !== "manual"

/** Explains which features a paused or archived client lacks. */
function StateNote({ client: { status, archived_at } }: { client: { status: string; archived_at: string | null } }) {
  if (status === "active") return null
  return (
    <CautionNote className="mb-6 max-w-[68ch]">
      {status === "paused" ? (
        "This client is paused. Scans of its projects do not start. You can still import metrics."
      ) : (
        <>
          Archived {archived_at && <Time at={archived_at} />}. Everything stays readable. Scans and imports do not start
          until an admin restores the client.
        </>
      )}
    </CautionNote>
  )
}
