/**
 * The citations of a project, in one table. Its views show the sources where only competitors are mentioned (gaps), the
 * matrix of all sources and brands, new and lost sources, and every domain or page of all scans.
 */
import type { Metadata } from "next"
import { lastScans } from "@/components/ai-visibility/answer-filters"
import { CountingGuide } from "@/components/ai-visibility/counting-guide"
import { EngineFilter } from "@/components/ai-visibility/engine-filter"
import { SampleNote } from "@/components/ai-visibility/sample-note"
import { SourceBrands } from "@/components/ai-visibility/source-brands"
import { SourceChanges } from "@/components/ai-visibility/source-changes"
import {
  allPeriods,
  allScans,
  citationKindNames,
  entityNames,
  type SourceQuery,
  scanPeriods,
  scansOf,
  sourceOrders,
} from "@/components/ai-visibility/source-filters"
import { SourceGapSentence } from "@/components/ai-visibility/source-gap-sentence"
import { SourceTable } from "@/components/ai-visibility/source-table"
import { sourceClasses, sourceTypes } from "@/components/ai-visibility/source-type"
import { SourceTypeTable } from "@/components/ai-visibility/source-type-table"
import { type SourceView, SourceViews, sourceView } from "@/components/ai-visibility/source-views"
import type { Data } from "@/components/api/types"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { AsApiCall, guides } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { NoMatch } from "@/components/lists/no-match"
import { Pager, urlWithQuery } from "@/components/lists/pager"
import { sortFromQuery } from "@/components/lists/sort-rows"
import { Button } from "@/components/ui/button"
import { engineName } from "@/domain/ai-engines/engine-names"
import { listCitations } from "@/domain/answers/list-citations"
import { pluralize } from "@/domain/kernel/format-count"
import type { OperationCaller } from "@/server/caller"
import { curlCommand } from "@/server/curl-command"
import { readFilters } from "@/server/list-filters"
import { orFirstPage, orNoMatches } from "@/server/visit"
import { loadProject, type ProjectParams } from "@/server/visit-project"

export const metadata: Metadata = { title: "Citations" }

/** The maximum number of sources that are read and compared. */
const maxSources = 200
/** The number of rows that the page shows by default. */
const defaultRows = 50
/** The value of the URL parameter `rows` that shows all rows. */
const allRows = "all"

type Props = ProjectParams & { searchParams: Promise<SourceQuery> }

export default async function CitationsPage({ params, searchParams }: Props) {
  const { team: slug, project: project_id } = await params
  const { api, project, path: projectPath } = await loadProject(slug, project_id)
  const path = `${projectPath}/citations`
  const query = await searchParams
  const filters = filtersOf(query)
  const scans = scansOf(query)
  const [{ data: changes }, { data: classes }, { data: brands }, { data: gaps }, { data: all }] = await Promise.all([
    api.aiVisibility.getSourceChanges({ project_id, entity: filters.entity, limit: 50 }),
    api.aiVisibility.getSourceClasses({ project_id, scans: 26 }),
    api.aiVisibility.listBrands({ project_id, limit: 200 }),
    api.aiVisibility.getSourceBrands({ project_id, gaps: true, scans, limit: maxSources }),
    api.aiVisibility.getSourceBrands({ project_id, scans, limit: maxSources }),
  ])
  const view = sourceView(query, gaps.sources_total > 0)
  const brandNames = new Map(brands.map(({ id, name }) => [id, name]))
  const hasCitations = classes.some(({ citations_n }) => citations_n > 0)
  const listProps = { path, query, brandNames }
  return (
    <>
      <SampleNote engines={filters.engine ? [filters.engine] : project.engines} hasFilter />
      {hasCitations && <SourceGapSentence gaps={gaps} all={all} path={path} />}
      {(hasCitations || view === "history") && (
        <SourceViews
          path={path}
          view={view}
          counts={{
            all: all.sources_total,
            gaps: gaps.sources_total,
            ...(changes.new.can_tell && { new: changes.new.total }),
            ...(changes.lost.can_tell && { lost: changes.lost.total }),
          }}
        />
      )}
      {view === "history" && <SourceHistory api={api} project={project} filters={filters} {...listProps} />}
      {view !== "history" && !hasCitations && (
        <NoCitations scansPath={project.latest === null ? `${projectPath}/scans` : null} />
      )}
      {(view === "new" || view === "lost") && hasCitations && (
        <ChangedSources kind={view} entity={filters.entity} changes={changes} path={path} brandNames={brandNames} />
      )}
      {(view === "all" || view === "gaps") && hasCitations && (
        <SourcesAndBrands
          matrix={view === "gaps" ? { ...all, sources: gaps.sources, sources_total: gaps.sources_total } : all}
          view={view}
          query={query}
          allTotal={all.sources_total}
          path={path}
          answersPath={`${projectPath}/answers`}
        />
      )}
      {hasCitations && view === "all" && (
        <Section
          title="Source types"
          lead="The share of citations by type of source. Open an unclassified source to choose its type."
        >
          <SourceTypeTable scans={classes} path={path} />
        </Section>
      )}
      <AsApiCall guide={guides.sources} curl={curlCommand(apiUrl(project_id, view, filters, scans))} />
    </>
  )
}

function filtersOf(query: SourceQuery) {
  const chosen = readFilters(listCitations, query)
  const { entity = "domain", kind = "cited" } = chosen
  return { ...chosen, entity, kind, sort: sortFromQuery(query.sort, sourceOrders) }
}

/** The REST call that returns the sources of the view. */
function apiUrl(projectId: string, view: SourceView, filters: ReturnType<typeof filtersOf>, scans: number) {
  const base = `/ai-visibility/projects/${projectId}/citations`
  if (view === "history") return urlWithQuery(base, filters)
  if (view === "new" || view === "lost") return urlWithQuery(`${base}/changes`, { entity: filters.entity })
  return urlWithQuery(`${base}/brands`, { scans: String(scans), gaps: view === "gaps" ? "true" : undefined })
}

function NoCitations({ scansPath }: { scansPath: string | null }) {
  return (
    <Empty
      title="No citations yet"
      action={
        scansPath && (
          <Button asChild kind="primary">
            <Link href={scansPath}>Go to scans</Link>
          </Button>
        )
      }
    >
      Engines that search the web cite their sources. Start a scan with such an engine, and the cited pages appear here.
    </Empty>
  )
}

type ChangedProps = {
  kind: "new" | "lost"
  entity: keyof typeof entityNames
  changes: Data<"aiVisibility", "getSourceChanges">
  path: string
  brandNames: Map<string, string>
}

/** The new or the lost sources, with a choice between domains and pages. */
function ChangedSources({ kind, entity, changes, path, brandNames }: ChangedProps) {
  return (
    <>
      <FilterForm path={path}>
        <input type="hidden" name="view" value={kind} />
        <FilterSelect label="Show" name="entity" choices={entityNames} value={entity} />
      </FilterForm>
      <div className="mb-10">
        <SourceChanges kind={kind} changes={changes} path={path} brandNames={brandNames} />
      </div>
    </>
  )
}

type SourcesProps = {
  matrix: Data<"aiVisibility", "getSourceBrands">
  view: "all" | "gaps"
  query: SourceQuery
  /** The number of sources in the view of all. */
  allTotal: number
  path: string
  answersPath: string
}

/** The sources of the latest scans, with the brands that their answers mention. */
function SourcesAndBrands({ matrix, view, query, allTotal, path, answersPath }: SourcesProps) {
  const { sources, sources_total } = matrix
  const maxRows = query.rows === allRows ? sources.length : defaultRows
  const hidden = sources_total - sources.length
  return (
    <div className="mb-10">
      <FilterForm path={path}>
        <input type="hidden" name="view" value={view} />
        <FilterSelect
          label="Period"
          name="scans"
          choices={view === "gaps" ? scanPeriods : allPeriods}
          value={String(scansOf(query))}
        />
      </FilterForm>
      {sources.length > 0 ? (
        <>
          <SourceBrands matrix={matrix} maxRows={maxRows} path={path} answersPath={answersPath} />
          {sources.length > maxRows && (
            <Button asChild size="small" className="mt-3">
              <Link href={urlWithQuery(path, { ...query, view, rows: allRows })} scroll={false}>
                Show all {pluralize(sources.length, view === "gaps" ? "gap" : "source")}
              </Link>
            </Button>
          )}
          <p className="mt-2 max-w-[90ch] text-quiet text-table">
            Counted over {lastScans(matrix.scans_n)}. Each brand column shows the share of the answers citing the source
            that mention the brand. “Your lead” is your share minus that of the best competitor.
            {view === "all"
              ? " Sources where only competitors are mentioned come first. Brand websites come last."
              : " Gaps are sources whose answers mention competitors but never you. Brand websites are excluded."}
            {hidden > 0 && ` ${pluralize(hidden, "more source")} ${hidden === 1 ? "is" : "are"} not shown.`}{" "}
            <CountingGuide />
          </p>
          {view === "gaps" && <ShowAllSources total={allTotal} path={path} query={query} />}
        </>
      ) : (
        <>
          <p className="text-quiet">
            {view === "gaps"
              ? `No gaps in ${lastScans(matrix.scans_n)}. Apart from brand websites, every source with answers that mention competitors also has answers that mention you.`
              : `No sources in ${lastScans(matrix.scans_n)}.`}
          </p>
          {view === "gaps" && <ShowAllSources total={allTotal} path={path} query={query} />}
        </>
      )}
    </div>
  )
}

type ShowAllProps = { total: number; path: string; query: SourceQuery }

/** Leads from the gaps to all sources of the same scans. */
const ShowAllSources = ({ total, path, query: { scans } }: ShowAllProps) => (
  <Button asChild size="small" className="mt-3">
    <Link href={urlWithQuery(path, { view: "all", scans })}>Show all {pluralize(total, "source")}</Link>
  </Button>
)

type HistoryProps = {
  api: OperationCaller
  project: { id: string; engines: string[] }
  filters: ReturnType<typeof filtersOf>
  path: string
  query: SourceQuery
  brandNames: Map<string, string>
}

/** Every domain or page, counted over all scans. */
async function SourceHistory({ api, project, filters, path, query, brandNames }: HistoryProps) {
  const { data: sources, meta } = await orNoMatches(
    orFirstPage(
      api.aiVisibility.listCitations({ ...filters, project_id: project.id, limit: 25, cursor: query.cursor }),
      path,
    ),
  )
  const historyQuery = { ...query, view: undefined, scans: allScans }
  return (
    <div className="mb-10">
      <SourceFilterForm path={path} query={query} filters={filters} engines={project.engines} />
      {sources.length > 0 ? (
        <>
          <SourceTable
            sources={sources}
            path={path}
            brandNames={brandNames}
            sorting={{ path, query: historyQuery, sort: filters.sort }}
          />
          <Pager
            meta={meta}
            path={path}
            query={historyQuery}
            noun={filters.entity === "url" ? ["page", "pages"] : ["domain", "domains"]}
          />
          <p className="mt-1 text-quiet text-small">
            {filters.kind === "retrieved" ? "Retrieved but not cited" : "Cited"} by{" "}
            {filters.engine ? engineName(filters.engine) : "any engine"}, counted over all scans.
          </p>
        </>
      ) : (
        <NoMatch of="sources" path={urlWithQuery(path, { scans: allScans })} />
      )}
    </div>
  )
}

type FormProps = {
  path: string
  query: SourceQuery
  /** The filters that apply, read from `query`. */
  filters: ReturnType<typeof filtersOf>
  engines: string[]
}

function SourceFilterForm({ path, query, filters, engines }: FormProps) {
  return (
    <FilterForm path={path} isClosedOnPhone>
      {query.sort && <input type="hidden" name="sort" value={filters.sort} />}
      <FilterSelect label="Period" name="scans" choices={allPeriods} value={allScans} />
      <FilterSelect label="Show" name="entity" choices={entityNames} value={filters.entity} />
      <FilterSelect
        label="Source type"
        name="source_class"
        all="any"
        choices={Object.fromEntries(sourceClasses.map((id) => [id, sourceTypes[id].name]))}
        value={filters.source_class?.[0]}
      />
      <FilterSelect label="Citation" name="kind" choices={citationKindNames} value={filters.kind} />
      <EngineFilter engines={engines} value={filters.engine} />
    </FilterForm>
  )
}
