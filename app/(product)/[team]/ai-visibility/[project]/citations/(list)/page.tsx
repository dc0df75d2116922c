/**
 * The citations of a project, in one table. Its views show the sources where only competitors are mentioned (gaps), the
 * matrix of all sources and brands, new and lost sources, and every domain or page of all scans.
 */
import type { Metadata } from "next"
import { CountingGuide } from "@/components/ai-visibility/counting-guide"
import { SampleNote } from "@/components/ai-visibility/sample-note"
import { SourceChanges } from "@/components/ai-visibility/source-changes"
import { SourceFilterFields } from "@/components/ai-visibility/source-filter-fields"
import {
  allPeriods,
  allScans,
  citationKindNames,
  entityNames,
  type SourceQuery,
  scansOf,
  sourceBrandOrders,
  sourceOrders,
} from "@/components/ai-visibility/source-filters"
import { SourceGapSentence } from "@/components/ai-visibility/source-gap-sentence"
import { SourceMatrix } from "@/components/ai-visibility/source-matrix"
import { SourceTable } from "@/components/ai-visibility/source-table"
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
import { ordersOf, sortFromQuery } from "@/components/lists/sort-rows"
import { Button } from "@/components/ui/button"
import { engineName } from "@/domain/ai-engines/engine-names"
import { getSourceBrands } from "@/domain/answers/get-source-brands"
import { listCitations } from "@/domain/answers/list-citations"
import { allPages } from "@/server/all-pages"
import { apiCall } from "@/server/api-call"
import type { OperationCaller } from "@/server/caller"
import { readFilters } from "@/server/list-filters"
import { orFirstPage, orNoMatches } from "@/server/visit"
import { loadProject, type ProjectParams } from "@/server/visit-project"

export const metadata: Metadata = { title: "Citations" }

/** The number of rows of a page of sources and brands. */
const pageSize = 50

type Props = ProjectParams & { searchParams: Promise<SourceQuery> }

export default async function CitationsPage({ params, searchParams }: Props) {
  const { team: slug, project: project_id } = await params
  const { api, project, path: projectPath } = await loadProject(slug, project_id)
  const path = `${projectPath}/citations`
  const query = await searchParams
  const filters = filtersOf(query)
  const matrixQuery = matrixQueryOf(query)
  const { scans } = matrixQuery
  // Without a view in the URL, the page shows the gaps if there are any.
  const likelyView = sourceView(query, true)
  const isFirstOfAll = likelyView === "all" && isUnfiltered(query, matrixQuery)
  const [{ data: changes }, { data: classes }, brands, { data: all, meta: allMeta }, listed] = await Promise.all([
    api.aiVisibility.getSourceChanges({ project_id, entity: filters.entity, limit: 50 }),
    api.aiVisibility.getSourceClasses({ project_id, scans: 26 }),
    allPages((cursor) => api.aiVisibility.listBrands({ project_id, limit: 200, cursor })),
    api.aiVisibility.getSourceBrands({ project_id, scans, sort: "opportunity", limit: pageSize }),
    (likelyView === "gaps" || likelyView === "all") && !isFirstOfAll
      ? orFirstPage(
          api.aiVisibility.getSourceBrands({
            ...matrixQuery,
            project_id,
            gaps: likelyView === "gaps",
            limit: pageSize,
            cursor: query.cursor,
          }),
          urlWithQuery(path, { ...query, cursor: undefined }),
        )
      : null,
  ])
  const view = sourceView(query, all.gaps_total > 0)
  const shown = view === likelyView && listed ? listed : { data: all, meta: allMeta }
  const brandNames = new Map(brands.map(({ id, name }) => [id, name]))
  const hasCitations = classes.some(({ citations_n }) => citations_n > 0)
  const listProps = { path, query, brandNames }
  return (
    <>
      <SampleNote engines={filters.engine ? [filters.engine] : project.engines} hasFilter />
      {hasCitations && <SourceGapSentence matrix={all} path={path} />}
      {(hasCitations || view === "history") && (
        <SourceViews
          path={path}
          view={view}
          counts={{
            all: all.sources_total,
            gaps: all.gaps_total,
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
        <ChangedSources kind={view} entity={filters.entity} changes={changes} {...listProps} />
      )}
      {(view === "all" || view === "gaps") && hasCitations && (
        <SourceMatrix
          matrix={shown.data}
          nextCursor={shown.meta.next_cursor}
          view={view}
          query={query}
          filters={sharedFilters(matrixQuery)}
          sort={matrixQuery.sort}
          engines={project.engines}
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
      <AsApiCall guide={guides.sources} {...apiCall(apiUrl(project_id, view, filters, matrixQuery))} />
    </>
  )
}

function filtersOf(query: SourceQuery) {
  const chosen = readFilters(listCitations, query)
  const { entity = "domain", kind = "cited" } = chosen
  return { ...chosen, entity, kind, sort: sortFromQuery(query.sort, sourceOrders) }
}

type Filters = ReturnType<typeof filtersOf>

/** The fields of the table of sources and brands in the URL, without its page. */
function matrixQueryOf(query: SourceQuery) {
  const { source_class, q, engine } = readFilters(getSourceBrands, query)
  return {
    source_class,
    q,
    engine,
    scans: scansOf(query),
    sort: sortFromQuery(query.sort, ordersOf(sourceBrandOrders)),
  }
}

type MatrixQuery = ReturnType<typeof matrixQueryOf>

const sharedFilters = ({ source_class, q, engine }: MatrixQuery) => ({ source_class, q, engine })

/** True for the first page of all sources in the default order. */
const isUnfiltered = ({ cursor }: SourceQuery, matrixQuery: MatrixQuery) =>
  cursor === undefined &&
  matrixQuery.sort === "opportunity" &&
  Object.values(sharedFilters(matrixQuery)).every((value) => value === undefined)

/** The REST call that returns the sources of the view. */
function apiUrl(projectId: string, view: SourceView, filters: Filters, matrixQuery: MatrixQuery) {
  const base = `/ai-visibility/projects/${projectId}/citations`
  if (view === "history") return urlWithQuery(base, filters)
  if (view === "new" || view === "lost") return urlWithQuery(`${base}/changes`, { entity: filters.entity })
  return urlWithQuery(`${base}/brands`, { ...matrixQuery, gaps: view === "gaps" ? "true" : undefined })
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
  query: SourceQuery
  brandNames: Map<string, string>
}

/** The new or the lost sources, with a choice between domains and pages. */
function ChangedSources({ kind, entity, changes, path, query, brandNames }: ChangedProps) {
  return (
    <>
      <FilterForm path={path}>
        <input type="hidden" name="view" value={kind} />
        {query.sort && <input type="hidden" name="sort" value={query.sort} />}
        <FilterSelect label="Show" name="entity" choices={entityNames} value={entity} />
      </FilterForm>
      <div className="mb-10">
        <SourceChanges
          kind={kind}
          changes={changes}
          path={path}
          brandNames={brandNames}
          sorting={{ path, query, sort: query.sort ?? "" }}
        />
      </div>
    </>
  )
}

type HistoryProps = {
  api: OperationCaller
  project: { id: string; engines: string[] }
  filters: Filters
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
            {filters.engine ? engineName(filters.engine) : "any engine"}, counted over all scans. <CountingGuide />
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
  filters: Filters
  engines: string[]
}

function SourceFilterForm({ path, query, filters, engines }: FormProps) {
  return (
    <FilterForm path={path} isClosedOnPhone>
      {query.sort && <input type="hidden" name="sort" value={filters.sort} />}
      <FilterSelect label="Period" name="scans" choices={allPeriods} value={allScans} />
      <FilterSelect label="Show" name="entity" choices={entityNames} value={filters.entity} />
      <FilterSelect label="Citation" name="kind" choices={citationKindNames} value={filters.kind} />
      <SourceFilterFields filters={filters} engines={engines} />
    </FilterForm>
  )
}
