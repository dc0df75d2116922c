/**
 * The overview of an AI-visibility project: your brand in one scan, over time, compared with others, and where it
 * falls behind.
 */
import { BrandTable, sortBrands } from "@/components/ai-visibility/brand-table"
import { EngineFilter } from "@/components/ai-visibility/engine-filter"
import { engineName } from "@/components/ai-visibility/format-metrics"
import { GapList } from "@/components/ai-visibility/gap-list"
import { Headline } from "@/components/ai-visibility/headline"
import { NoScanYet } from "@/components/ai-visibility/no-scan-yet"
import { type Earliest, overviewSentence } from "@/components/ai-visibility/overview-sentence"
import { SampleNote } from "@/components/ai-visibility/sample-note"
import { scanChoices } from "@/components/ai-visibility/scan-choices"
import { ScanInProgress } from "@/components/ai-visibility/scan-in-progress"
import { SplitTable } from "@/components/ai-visibility/split-table"
import type { Trend } from "@/components/ai-visibility/trend"
import { TrendChart } from "@/components/ai-visibility/trend-chart"
import { formatDate } from "@/components/format-date"
import { RoleNote } from "@/components/frame/role-note"
import { Section } from "@/components/frame/section"
import { AsApiCall, guides } from "@/components/lists/as-api-call"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { urlWithQuery } from "@/components/lists/pager"
import { PeriodField } from "@/components/lists/period-field"
import { SkippedScan } from "@/components/scans/schedule-note"
import { StartScan } from "@/components/scans/start-scan"
import { Refreshing } from "@/components/webhooks/refreshing"
import { pluralize } from "@/domain/kernel/format-count"
import { curlCommand } from "@/server/curl-command"
import { loadProject, type ProjectParams } from "@/server/visit-project"
import { type TrendQuery, trendSpans } from "../trend-period"
import { readOverview } from "./read-overview"

type Query = TrendQuery & { scan?: string; engine?: string } & Partial<Record<"sort" | "engines" | "topics", string>>
type Props = ProjectParams & { searchParams: Promise<Query> }

export default async function OverviewPage({ params, searchParams }: Props) {
  const { team: slug, project: project_id } = await params
  const { api, team, project, path, role } = await loadProject(slug, project_id)
  const query = await searchParams
  const { openScan, scans, chosen, metrics, lastScan, promptsTotal } = await readOverview(api, project, query)
  const sort = query.sort ?? "-visibility"
  const engine = metrics?.engine
  const scanNames = scanChoices(scans)
  const sentence =
    metrics?.own &&
    overviewSentence({
      own: metrics.own,
      parts: [
        ...metrics.engines.map(({ id, row }) => ({ name: engineName(id), row })),
        ...metrics.topics.flatMap(({ name, row }) => (name === null ? [] : { name, row })),
      ],
      since: metrics.previous && (scanNames[metrics.previous.id] ?? null),
      earliest: earliestOf(metrics.trend, metrics.previous),
    })
  const mayChange = role !== "viewer" && project.status === "active"
  return (
    <>
      <Refreshing everySeconds={openScan ? 5 : null} />
      <SkippedScan project={project} path={path} />
      {openScan && <ScanInProgress scan={openScan} path={path} isFirst={!chosen} />}
      {chosen && metrics ? (
        <>
          <FilterForm path={path}>
            <OrderInputs query={query} />
            <FilterSelect label="Scan" name="scan" choices={scanNames} value={chosen.id} />
            <EngineFilter engines={project.engines} value={engine} />
            <PeriodField label="Trend" name="span" presets={trendSpans} period={metrics.trendPeriod} />
          </FilterForm>
          <SampleNote engines={engine ? [engine] : metrics.shownEngines} hasFilter />
          {metrics.own && (
            <Section
              title={metrics.own.brand.name}
              actions={
                mayChange ? (
                  !openScan && <StartScan projectId={project.id} teamPath={`/${team.slug}`} path={path} kind="plain" />
                ) : (
                  <RoleNote role={role} member="start scans" />
                )
              }
              lead={
                <>
                  {pluralize(metrics.own.answers_n, "answer")} to {pluralize(metrics.own.prompts_n, "prompt")} in the
                  scan of {scanNames[chosen.id]}
                  {metrics.previous && `, compared with the scan of ${scanNames[metrics.previous.id]}`}. Prompts that
                  name your brand are excluded.
                </>
              }
            >
              {sentence && <p className="mb-6 max-w-[68ch] text-pretty text-lead">{sentence}</p>}
              <Headline row={metrics.own} />
              {metrics.warnings.map((message) => (
                <p key={message} className="mt-3 text-quiet text-table">
                  {message}
                </p>
              ))}
            </Section>
          )}
          {metrics.trend.points.length > 1 && (
            <Section title="Over time" lead="Visibility by scan. The band is the 95% interval of your brand.">
              <TrendChart label="Visibility over time" trend={metrics.trend} />
            </Section>
          )}
          <Section
            title="Brands"
            lead={`The bar is the 95% interval.${metrics.previous ? " A ring is the previous scan, where the change is clear." : ""}`}
          >
            <BrandTable rows={sortBrands(metrics.brands, sort)} sorting={{ path, query, sort }} />
          </Section>
          {metrics.engines.length > 1 && (
            <Section title="Engines" lead="Your brand by engine.">
              <SplitTable
                by="Engine"
                sorting={{ path, query, sort: query.engines ?? "", name: "engines" }}
                parts={metrics.engines.map(({ id, row }) => ({
                  id,
                  row,
                  name: engineName(id),
                  href: urlWithQuery(path, { ...query, engine: engine === id ? undefined : id }),
                }))}
              />
            </Section>
          )}
          {metrics.topics.length > 1 && (
            <Section title="Topics" lead="Your brand by topic.">
              <SplitTable
                by="Topic"
                sorting={{ path, query, sort: query.topics ?? "", name: "topics" }}
                parts={metrics.topics.map(({ id, name, row }) => ({
                  id,
                  row,
                  name,
                  ...(name !== null && { href: `${path}/prompts?topic=${id}` }),
                }))}
              />
            </Section>
          )}
          <Section title="Gaps" lead="Prompts where a competitor is clearly ahead in the latest scan.">
            {metrics.gaps.length > 0 ? (
              <GapList prompts={metrics.gaps} total={metrics.gapsTotal} path={path} />
            ) : (
              <p className="text-quiet">No gaps. No competitor is clearly ahead for any prompt.</p>
            )}
          </Section>
        </>
      ) : (
        !openScan && (
          <NoScanYet
            project={project}
            promptsTotal={promptsTotal}
            lastScan={lastScan}
            teamPath={`/${team.slug}`}
            path={path}
            mayChange={mayChange}
          />
        )
      )}
      <AsApiCall
        guide={guides.metrics}
        curl={curlCommand(
          urlWithQuery(`/ai-visibility/projects/${project.id}/metrics`, {
            scan_id: chosen?.id,
            engine,
            compare: chosen ? "previous_period" : undefined,
          }),
        )}
      />
    </>
  )
}

/** The start of the trend, if all of it can be compared, and it is on an earlier day than the previous scan. */
function earliestOf(
  { points, lines, breaks }: Trend,
  previous: { finished_at: string | null } | null,
): Earliest | null {
  const [first] = points
  const own = lines.find(({ isOwn }) => isOwn)
  const value = own && first?.values[own.id]
  if (!first?.band || value == null || breaks.length > 0) return null
  const [day, previousDay = ""] = [new Date(first.at).toISOString().slice(0, 10), previous?.finished_at?.slice(0, 10)]
  if (day >= previousDay) return null
  return { value, low: first.band[0], high: first.band[1], date: formatDate(new Date(first.at), "UTC") }
}

/** Keeps the order of the tables when a filter changes. */
const OrderInputs = ({ query }: { query: Query }) =>
  (["sort", "engines", "topics"] as const).map(
    (name) => query[name] && <input key={name} type="hidden" name={name} value={query[name]} />,
  )
