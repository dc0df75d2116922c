/** The view of all scans: every cited domain or page, with filters. */

import { SourceFilterFields } from "@/components/ai-visibility/source-filter-fields"
import {
  allPeriods,
  allScans,
  citationKindNames,
  entityNames,
  type SourceQuery,
  sourceOrders,
} from "@/components/ai-visibility/source-filters"
import { SourceTable } from "@/components/ai-visibility/source-table"
import { CountingGuide } from "@/components/lists/as-api-call"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { NoMatch } from "@/components/lists/no-match"
import { Pager, urlWithQuery } from "@/components/lists/pager"
import { sortFromQuery } from "@/components/lists/sort-rows"
import { engineName } from "@/domain/ai-engines/engine-names"
import { listCitations } from "@/domain/answers/list-citations"
import type { OperationCaller } from "@/server/caller"
import { readFilters } from "@/server/list-filters"
import { orFirstPage, orNoMatches } from "@/server/visit"

/** Reads the filters of the view of all scans from the URL. `entity` also applies to new and lost sources. */
export function readHistoryFilters(query: SourceQuery) {
  const urlFilters = readFilters(listCitations, query)
  const { entity = "domain", kind = "cited" } = urlFilters
  return { ...urlFilters, entity, kind, sort: sortFromQuery(query.sort, sourceOrders) }
}

export type HistoryFilters = ReturnType<typeof readHistoryFilters>

type HistoryProps = {
  api: OperationCaller
  project: { id: string; engines: string[] }
  filters: HistoryFilters
  path: string
  query: SourceQuery
  brandNames: Map<string, string>
}

/** Every domain or page, counted over all scans. */
export async function SourceHistory({ api, project, filters, path, query, brandNames }: HistoryProps) {
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
  filters: HistoryFilters
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
