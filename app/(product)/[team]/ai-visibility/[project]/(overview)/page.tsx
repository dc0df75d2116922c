/**
 * The overview of an AI-visibility project: your brand in one scan, over time, compared with others, and where it
 * falls behind.
 */
import { BrandTable } from "@/components/ai-visibility/brand-table"
import { isCompared, type Row, sentimentValue } from "@/components/ai-visibility/format-metrics"
import { GapList } from "@/components/ai-visibility/gap-list"
import { Headline } from "@/components/ai-visibility/headline"
import { MovedPromptList } from "@/components/ai-visibility/moved-prompt-list"
import { NoScanYet } from "@/components/ai-visibility/no-scan-yet"
import { OverviewLead } from "@/components/ai-visibility/overview-lead"
import { EngineFilter } from "@/components/ai-visibility/project-filters"
import { clearChanges } from "@/components/ai-visibility/prompt-filters"
import { SampleNote } from "@/components/ai-visibility/sample-note"
import { scanChoices } from "@/components/ai-visibility/scan-choices"
import { ScanInProgress } from "@/components/ai-visibility/scan-in-progress"
import { SplitTable } from "@/components/ai-visibility/split-table"
import type { Trend } from "@/components/ai-visibility/trend"
import { TrendChart } from "@/components/ai-visibility/trend-chart"
import { formatDate } from "@/components/format-date"
import { ActionLink } from "@/components/frame/action-link"
import { RoleNote } from "@/components/frame/role-note"
import { Section } from "@/components/frame/section"
import { AsApiCall, CountingGuide, guides } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { urlWithQuery } from "@/components/lists/pager"
import { PeriodField } from "@/components/lists/period-field"
import { SkippedScan } from "@/components/scans/schedule-note"
import { StartScan } from "@/components/scans/start-scan"
import { AutoRefresh } from "@/components/ui/auto-refresh"
import { cn } from "@/components/ui/class-names"
import { engineName } from "@/domain/ai-engines/engine-names"
import { pluralize } from "@/domain/kernel/format-count"
import { roleAtLeast } from "@/domain/kernel/roles"
import { apiCall } from "@/server/api-call"
import { loadProject, type ProjectParams } from "@/server/visit-project"
import { type TrendQuery, trendSpans } from "../trend-period"
import { readOverview } from "./read-overview"
import { writeSentence } from "./write-sentence"

type Query = TrendQuery & { scan?: string; engine?: string } & Partial<Record<"sort" | "engines" | "topics", string>>
type Props = ProjectParams & { searchParams: Promise<Query> }

export default async function OverviewPage({ params, searchParams }: Props) {
  const { team: slug, project: project_id } = await params
  const { api, team, project, path, role } = await loadProject(slug, project_id)
  const query = await searchParams
  const { openScan, scans, selectedScan, metrics, lastScan, promptsTotal } = await readOverview(api, project, query)
  const teamPath = `/${team.slug}`
  const engine = metrics?.engine
  const scanNames = scanChoices(scans)
  const isLatest = selectedScan === scans[0]
  const canChange = roleAtLeast(role, "member") && project.status === "active"
  return (
    <>
      <AutoRefresh everySeconds={openScan ? 5 : null} />
      <SkippedScan project={project} path={path} />
      {openScan && <ScanInProgress scan={openScan} path={path} isFirst={!selectedScan} />}
      {selectedScan && metrics ? (
        <>
          {metrics.ownRow && (
            <OverviewLead
              sentence={writeSentence(metrics.ownRow, metrics, {
                scanNames,
                scanId: selectedScan.id,
                isLatest,
                path,
                query,
              })}
              action={
                canChange ? (
                  !openScan && <StartScan projectId={project.id} teamPath={teamPath} path={path} kind="plain" />
                ) : (
                  <RoleNote role={role} member="start scans" />
                )
              }
            />
          )}
          <FilterForm path={path}>
            <OrderInputs query={query} />
            <FilterSelect label="Scan" name="scan" choices={scanNames} value={selectedScan.id} />
            <EngineFilter engines={project.engines} value={engine} />
            <PeriodField label="Trend" name="span" presets={trendSpans} period={metrics.trendPeriod} />
          </FilterForm>
          <SampleNote engines={engine ? [engine] : metrics.enginesOnPage} hasFilter />
          {metrics.ownRow && <OwnBrandMetrics row={metrics.ownRow} warnings={metrics.warnings} />}
          <div className="grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
            {metrics.trend.points.length > 1 && (
              <Section
                title="Visibility by scan"
                lead={`Since ${formatStart(metrics.trend)}. The band is the 95% interval of your brand.`}
              >
                <TrendChart trend={metrics.trend} />
              </Section>
            )}
            <PromptLists metrics={metrics} path={path} scanId={selectedScan.id} isLatest={isLatest} />
          </div>
          <Comparison metrics={metrics} path={path} query={query} />
        </>
      ) : (
        !openScan && (
          <NoScanYet
            project={project}
            promptsTotal={promptsTotal}
            lastScan={lastScan}
            teamPath={teamPath}
            path={path}
            canChange={canChange}
          />
        )
      )}
      <AsApiCall
        guide={guides.metrics}
        {...apiCall(
          urlWithQuery(`/ai-visibility/projects/${project.id}/metrics`, {
            scan_id: selectedScan?.id,
            engine,
            compare: selectedScan ? "previous_period" : undefined,
          }),
        )}
      />
    </>
  )
}

type Metrics = NonNullable<Awaited<ReturnType<typeof readOverview>>["metrics"]>

const OwnBrandMetrics = ({ row, warnings }: { row: Row; warnings: string[] }) => (
  <section aria-label={row.brand.name} className="mb-10">
    <Headline row={row} />
    <p className="mt-2 text-quiet text-small">
      {pluralize(row.answers_n, "answer")} to {pluralize(row.prompts_n, "prompt")} that do not name{" "}
      <bdi>{row.brand.name}</bdi>. Position 1 is first.
      {sentimentValue(row) !== null && " Sentiment 50 is neutral."} Bars are 95% intervals.
      {row.change?.previous && " Rings mark the previous scan."} <CountingGuide />
    </p>
    {warnings.map((message) => (
      <p key={message} className="mt-2 text-quiet text-table">
        {message}
      </p>
    ))}
  </section>
)

type PromptsProps = { metrics: Metrics; path: string; scanId: string; isLatest: boolean }

/** The prompts whose visibility changed, and the prompts with a gap. */
const PromptLists = ({ metrics: { moved, gaps, gapsTotal, engine }, path, scanId, isLatest }: PromptsProps) => (
  <div>
    {(moved.prompts.length > 0 || !moved.canTell) && (
      <Section title="Prompts that changed">
        <MovedPromptList
          {...moved}
          path={path}
          scanId={scanId}
          engine={engine}
          allHref={
            isLatest ? urlWithQuery(`${path}/prompts`, { moved: clearChanges, sort: "change", engine }) : undefined
          }
        />
      </Section>
    )}
    <Section title="Gaps" lead="Prompts where a competitor is clearly ahead of you in the latest scan.">
      {gaps.length > 0 ? (
        <GapList
          prompts={gaps}
          total={gapsTotal}
          path={path}
          engine={engine}
          allHref={urlWithQuery(`${path}/prompts`, { gap: "true", status: "active", engine })}
        />
      ) : (
        <Empty
          isInline
          title="No gaps"
          action={<ActionLink href={urlWithQuery(`${path}/prompts`, { engine })}>View all prompts</ActionLink>}
        >
          No competitor is clearly ahead of you on a prompt.
        </Empty>
      )}
    </Section>
  </div>
)

type ComparisonProps = { metrics: Metrics; path: string; query: Query }

/** The tables of brands, engines and topics. */
function Comparison({ metrics: { brands, engines, topics, engine }, path, query }: ComparisonProps) {
  const sort = query.sort ?? "-visibility"
  const splitRows = [...engines, ...topics].map(({ row }) => row)
  // With a column for changes, a table needs the whole width.
  const isSideBySide = engines.length > 1 && topics.length > 1 && !isCompared(splitRows)
  return (
    <>
      <Section title="Brands">
        <BrandTable rows={brands} sorting={{ path, query, sort }} />
      </Section>
      <div className={cn(isSideBySide && "grid gap-x-10 min-[1440px]:grid-cols-2")}>
        {engines.length > 1 && (
          <Section title="Engines">
            <SplitTable
              dimension="Engine"
              sorting={{ path, query, sort: query.engines ?? "", parameter: "engines" }}
              parts={engines.map(({ id, row }) => ({
                id,
                row,
                name: engineName(id),
                href: urlWithQuery(path, { ...query, engine: engine === id ? undefined : id }),
              }))}
            />
          </Section>
        )}
        {topics.length > 1 && (
          <Section title="Topics">
            <SplitTable
              dimension="Topic"
              sorting={{ path, query, sort: query.topics ?? "", parameter: "topics" }}
              parts={topics.map(({ id, name, row }) => ({
                id,
                row,
                name,
                ...(name !== null && { href: `${path}/prompts?topic_id=${id}` }),
              }))}
            />
          </Section>
        )}
      </div>
    </>
  )
}

const formatStart = ({ points: [first] }: Trend) => formatDate(new Date(first?.at ?? 0), "UTC")

/** Hidden fields that keep the order of the tables when the user changes a filter. */
const OrderInputs = ({ query }: { query: Query }) =>
  (["sort", "engines", "topics"] as const).map(
    (name) => query[name] && <input key={name} type="hidden" name={name} value={query[name]} />,
  )
