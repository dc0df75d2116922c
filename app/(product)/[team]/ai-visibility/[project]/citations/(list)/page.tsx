/**
 * The citations of a project, in one table. Its views show the sources where only competitors are mentioned (gaps), the
 * matrix of all sources and brands, new and lost sources, and every domain or page of all scans.
 */
import type { Metadata } from "next"
import { SampleNote } from "@/components/ai-visibility/sample-note"
import { SourceChanges } from "@/components/ai-visibility/source-changes"
import { entityNames, type SourceQuery, scansOf, sourceBrandOrders } from "@/components/ai-visibility/source-filters"
import { SourceGapSentence } from "@/components/ai-visibility/source-gap-sentence"
import { SourceMatrix } from "@/components/ai-visibility/source-matrix"
import { SourceTypeTable } from "@/components/ai-visibility/source-type-table"
import { type SourceView, SourceViews, sourceView } from "@/components/ai-visibility/source-views"
import type { Data } from "@/components/api/types"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { AsApiCall, guides } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { urlWithQuery } from "@/components/lists/pager"
import { ordersOf, sortFromQuery } from "@/components/lists/sort-rows"
import { Button } from "@/components/ui/button"
import { getSourceBrands } from "@/domain/answers/get-source-brands"
import { allPages } from "@/server/all-pages"
import { apiCall } from "@/server/api-call"
import { readFilters } from "@/server/list-filters"
import { orFirstPage } from "@/server/visit"
import { loadProject, type ProjectParams } from "@/server/visit-project"
import { type HistoryFilters, readHistoryFilters, SourceHistory } from "./source-history"

export const metadata: Metadata = { title: "Citations" }

/** The number of sources on a page of the table of sources and brands. */
const pageSize = 50

type Props = ProjectParams & { searchParams: Promise<SourceQuery> }

export default async function CitationsPage({ params, searchParams }: Props) {
  const { team: slug, project: project_id } = await params
  const { api, project, path: projectPath } = await loadProject(slug, project_id)
  const path = `${projectPath}/citations`
  const query = await searchParams
  const historyFilters = readHistoryFilters(query)
  const matrixQuery = readMatrixQuery(query)
  const { scans } = matrixQuery
  // Without a view in the URL, the page shows the gaps if there are any. It assumes that there are, so that the queries
  // run in parallel. Without gaps, it shows `allSources` instead.
  const likelyView = sourceView(query, true)
  const needsViewQuery = likelyView === "gaps" || (likelyView === "all" && !isUnfiltered(query, matrixQuery))
  const [{ data: changes }, { data: classes }, brands, allSources, viewSources] = await Promise.all([
    api.aiVisibility.getSourceChanges({ project_id, entity: historyFilters.entity, limit: 50 }),
    api.aiVisibility.getSourceClasses({ project_id, scans: 26 }),
    allPages((cursor) => api.aiVisibility.listBrands({ project_id, limit: 200, cursor })),
    api.aiVisibility.getSourceBrands({ project_id, scans, sort: "opportunity", limit: pageSize }),
    needsViewQuery
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
  const { gaps_total, sources_total } = allSources.data
  const view = sourceView(query, gaps_total > 0)
  const matrix = (view === likelyView && viewSources) || allSources
  const brandNames = new Map(brands.map(({ id, name }) => [id, name]))
  const hasCitations = classes.some(({ citations_n }) => citations_n > 0)
  const listProps = { path, query, brandNames }
  return (
    <>
      <SampleNote engines={historyFilters.engine ? [historyFilters.engine] : project.engines} hasFilter />
      {hasCitations && <SourceGapSentence matrix={allSources.data} path={path} />}
      {(hasCitations || view === "history") && (
        <SourceViews
          path={path}
          view={view}
          counts={{
            all: sources_total,
            gaps: gaps_total,
            ...(changes.new.can_tell && { new: changes.new.total }),
            ...(changes.lost.can_tell && { lost: changes.lost.total }),
          }}
        />
      )}
      {view === "history" && <SourceHistory api={api} project={project} filters={historyFilters} {...listProps} />}
      {view !== "history" && !hasCitations && (
        <NoCitations scansPath={project.latest === null ? `${projectPath}/scans` : null} />
      )}
      {(view === "new" || view === "lost") && hasCitations && (
        <ChangedSources kind={view} entity={historyFilters.entity} changes={changes} {...listProps} />
      )}
      {(view === "all" || view === "gaps") && hasCitations && (
        <SourceMatrix
          matrix={matrix.data}
          nextCursor={matrix.meta.next_cursor}
          view={view}
          query={query}
          filters={pickFilters(matrixQuery)}
          sort={matrixQuery.sort}
          engines={project.engines}
          allSourcesTotal={sources_total}
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
      <AsApiCall guide={guides.sources} {...apiCall(buildApiUrl(project_id, view, historyFilters, matrixQuery))} />
    </>
  )
}

/** Reads the filters, scans and order of the table of sources and brands from the URL, but not its cursor. */
function readMatrixQuery(query: SourceQuery) {
  const { source_class, q, engine } = readFilters(getSourceBrands, query)
  return {
    source_class,
    q,
    engine,
    scans: scansOf(query),
    sort: sortFromQuery(query.sort, ordersOf(sourceBrandOrders)),
  }
}

type MatrixQuery = ReturnType<typeof readMatrixQuery>

const pickFilters = ({ source_class, q, engine }: MatrixQuery) => ({ source_class, q, engine })

/** True for the first page of all sources in the default order. */
const isUnfiltered = ({ cursor }: SourceQuery, matrixQuery: MatrixQuery) =>
  cursor === undefined &&
  matrixQuery.sort === "opportunity" &&
  Object.values(pickFilters(matrixQuery)).every((value) => value === undefined)

/** Returns the URL of the REST call that returns the sources of the view. */
function buildApiUrl(projectId: string, view: SourceView, filters: HistoryFilters, matrixQuery: MatrixQuery) {
  const citationsUrl = `/ai-visibility/projects/${projectId}/citations`
  if (view === "history") return urlWithQuery(citationsUrl, filters)
  if (view === "new" || view === "lost") return urlWithQuery(`${citationsUrl}/changes`, { entity: filters.entity })
  return urlWithQuery(`${citationsUrl}/brands`, { ...matrixQuery, gaps: view === "gaps" ? "true" : undefined })
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
