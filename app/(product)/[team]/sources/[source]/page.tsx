/** One data source: its state, its details, the days with data, its metrics, and its syncs or imports. */

import type { Metadata } from "next"
import type { Data } from "@/components/api/types"
import { headlineMetrics } from "@/components/clients/headline-metrics"
import { addDays, firstOfMonth, lengthInDays } from "@/components/days"
import { CautionNote } from "@/components/forms/problem-note"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { AsApiCall, guides } from "@/components/lists/as-api-call"
import { FilterForm } from "@/components/lists/filter-form"
import { dayRanges, type ListPeriod, readListPeriod } from "@/components/lists/list-period"
import { NoMatch } from "@/components/lists/no-match"
import { type PageMeta, Pager, urlWithQuery } from "@/components/lists/pager"
import { PeriodField } from "@/components/lists/period-field"
import type { PeriodQuery } from "@/components/lists/ranges"
import { CoverageSection } from "@/components/sources/coverage-section"
import { SourceActions } from "@/components/sources/source-actions"
import { SourceFacts } from "@/components/sources/source-facts"
import { adviceFor, type Source } from "@/components/sources/source-labels"
import { SourceMetrics } from "@/components/sources/source-metrics"
import { SourceName } from "@/components/sources/source-name"
import { SourceQuotas } from "@/components/sources/source-quotas"
import { SourceState } from "@/components/sources/source-state"
import { SyncProgress } from "@/components/sources/sync-progress"
import { SyncTable } from "@/components/sources/sync-table"
import { Button } from "@/components/ui/button"
import { roleAtLeast } from "@/domain/kernel/roles"
import { apiCall } from "@/server/api-call"
import type { OperationCaller } from "@/server/caller"
import { orFirstPage, orNoMatches, orNull, requireTeamMember } from "@/server/visit"
import { findSource } from "./find-source"

type Props = {
  params: Promise<{ team: string; source: string }>
  searchParams: Promise<PeriodQuery & { cursor?: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { team, source } = await params
  return { title: (await findSource(team, source)).source.display_name }
}

export default async function SourcePage({ params, searchParams }: Props) {
  const { team: slug, source: data_source_id } = await params
  const { api, team, role, isAdmin } = await requireTeamMember(slug)
  const { source, currentSync } = await findSource(slug, data_source_id)
  const query = await searchParams
  const period = readListPeriod(query, team.timezone)
  const times = { started_after: period.after, started_before: period.before }
  const listPath = `/${team.slug}/sources`
  const path = `${listPath}/${source.id}`
  const [syncs, latestSyncs, providers, client, recentMetrics, coverage] = await Promise.all([
    orNoMatches(
      orFirstPage(api.dataSources.listSyncs({ data_source_id, limit: pageSize, cursor: query.cursor, ...times }), path),
    ),
    api.dataSources.listSyncs({ data_source_id, limit: 25 }),
    api.dataSources.listProviders({}),
    orNull(api.clients.get({ client_id: source.client_id })),
    readRecentMetrics(api, source),
    readCoverageMonths(api, source),
  ])
  // The data of a disconnected source came from its platform.
  const isFromFiles = !source.is_connected && source.status !== "disconnected"
  return (
    <>
      <PageHead
        crumbs={[{ name: "Data sources", href: listPath, switchTo: "sources" }]}
        title={<SourceName {...source} />}
        mark={<SourceState {...source} />}
        actions={
          <>
            {roleAtLeast(role, "member") && isFromFiles && (
              <Button asChild kind="primary">
                <Link href={urlWithQuery(`${listPath}/upload`, { client: source.client_id })}>Upload file</Link>
              </Button>
            )}
            {roleAtLeast(role, "member") && (
              <SourceActions
                source={source}
                choice={providers.data.find(
                  (choice) => choice.provider === source.provider && choice.grant_kinds.length > 0,
                )}
                isAdmin={isAdmin}
                isSyncing={currentSync !== undefined}
              />
            )}
            <RoleNote role={role} member="sync, pause and rename the source" admin="reconnect and disconnect it" />
          </>
        }
      >
        {client && (
          <Link href={`/${team.slug}/clients/${source.client_id}`} className="hover:underline">
            {client.data.name}
          </Link>
        )}
      </PageHead>
      <StateNote source={source} />
      {currentSync && <SyncProgress initial={currentSync} />}
      <SourceFacts source={source} />
      {coverage && <CoverageSection {...coverage} isFromFiles={isFromFiles} />}
      {recentMetrics && <SourceMetrics {...recentMetrics} clientPath={`/${team.slug}/clients/${source.client_id}`} />}
      <SourceQuotas syncs={latestSyncs.data} />
      <Syncs syncs={syncs} isFromFiles={isFromFiles} period={period} path={path} query={query} />
      <AsApiCall
        guide={guides.daysWithoutData}
        {...apiCall(urlWithQuery(`/data-sources/${source.id}/syncs`, { ...times, limit: pageSize }))}
      />
    </>
  )
}

/** The number of syncs or imports on a page. */
const pageSize = 10

const recentDays = 28

/** Reads the key metrics of the last 28 days until the latest data. Null without data, or if the client was deleted. */
async function readRecentMetrics(api: OperationCaller, { id, client_id, data_through: to }: Source) {
  if (!to) return null
  const period = { from: addDays(to, 1 - recentDays), to }
  const filter = [`data_source:${id}`]
  const metrics = await orNull(
    api.clients.queryMetrics({ client_id, metrics: headlineMetrics, granularity: "day", filter, ...period }),
  )
  return metrics && { metrics: metrics.data, period }
}

const coverageMonths = 13

/** Reads which days of the last 13 months until the latest data have data. Null without data. */
async function readCoverageMonths(api: OperationCaller, { id, data_through: to }: Source) {
  if (!to) return null
  const span = { from: firstOfMonth(to, 1 - coverageMonths), to }
  const days = lengthInDays(span.from, to)
  const coverages = await orNull(api.dataSources.listCoverage({ data_source_id: [id], to, days }))
  const [coverage] = coverages?.data ?? []
  return coverage ? { coverage, span } : null
}

type SyncsProps = {
  syncs: { data: Data<"dataSources", "listSyncs">; meta: PageMeta }
  isFromFiles: boolean
  period: ListPeriod
  path: string
  query: Awaited<Props["searchParams"]>
}

/** Lists the syncs of the source or, if its data comes from files, the imports. */
function Syncs({ syncs: { data, meta }, isFromFiles, period, path, query }: SyncsProps) {
  const hasPeriod = period.choice !== ""
  const { title, lead, noun, emptyText } = isFromFiles ? importWords : syncWords
  return (
    <Section title={title} lead={data.length > 0 && lead}>
      {(data.length > 0 || hasPeriod) && (
        <FilterForm path={path}>
          <PeriodField presets={dayRanges} all="any time" period={period} />
        </FilterForm>
      )}
      {data.length > 0 && (
        <>
          <SyncTable syncs={data} isFromFiles={isFromFiles} />
          <Pager meta={meta} path={path} query={query} noun={noun} />
        </>
      )}
      {data.length === 0 && hasPeriod && <NoMatch of={noun[1]} path={path} />}
      {data.length === 0 && !hasPeriod && <p className="text-quiet">{emptyText}</p>}
    </Section>
  )
}

type Words = { title: string; lead: string; noun: [string, string]; emptyText: string }

const syncWords: Words = {
  title: "Syncs",
  lead: "Each sync reads past days again. Values that the platform has changed count as restated.",
  noun: ["sync", "syncs"],
  emptyText: "No syncs yet.",
}

const importWords: Words = {
  title: "Imports",
  lead: "This source gets its data from files. Upload a newer file to add days.",
  noun: ["import", "imports"],
  emptyText: "This source gets its data from files. No import is recorded.",
}

/** Explains why a data source gets no new data, and what to do. */
function StateNote({ source: { status, status_reason, is_connected } }: { source: Source }) {
  const texts: Partial<Record<Source["status"], string>> = {
    error: `Recent syncs failed. ${adviceFor(status_reason)} Scheduled syncs continue, and stored data stays.`,
    reauth_required:
      "The platform no longer accepts the authorization, so syncs have stopped. Reconnect to continue. Stored data stays.",
    paused: is_connected
      ? "Syncs are paused. Stored data stays. Resume syncs to get new data."
      : "This source is paused. It is not connected to the platform, so it gets no new data. Stored data stays.",
    disconnected: "The authorization was deleted, so syncs have stopped. Reconnect to continue. Stored data stays.",
  }
  const text = texts[status]
  if (!text) return null
  return <CautionNote className="mb-6 max-w-[68ch]">{text}</CautionNote>
}
