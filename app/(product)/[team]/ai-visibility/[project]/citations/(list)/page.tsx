/**
 * The citations of a project: sources where only competitors are mentioned, source types, new and lost sources, and
 * every domain or page.
 */
import type { Metadata } from "next"
import { lastScans } from "@/components/ai-visibility/answer-filters"
import { EngineFilter } from "@/components/ai-visibility/engine-filter"
import { SampleNote } from "@/components/ai-visibility/sample-note"
import { SourceBrands } from "@/components/ai-visibility/source-brands"
import { SourceChanges } from "@/components/ai-visibility/source-changes"
import {
  citationKindNames,
  entityNames,
  type SourceQuery,
  sourceFilters,
} from "@/components/ai-visibility/source-filters"
import { SourceGapSentence } from "@/components/ai-visibility/source-gap-sentence"
import { SourceTable } from "@/components/ai-visibility/source-table"
import { sourceClasses, sourceTypes } from "@/components/ai-visibility/source-type"
import { SourceTypeTable } from "@/components/ai-visibility/source-type-table"
import type { Data } from "@/components/api/types"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { AsApiCall, guides } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { NoMatch } from "@/components/lists/no-match"
import { Pager, urlWithQuery } from "@/components/lists/pager"
import { Button } from "@/components/ui/button"
import { engineName } from "@/domain/ai-engines/engine-names"
import { count, pluralize } from "@/domain/kernel/format-count"
import { curlCommand } from "@/server/curl-command"
import { orFirstPage } from "@/server/visit"
import { loadProject, type ProjectParams } from "@/server/visit-project"

export const metadata: Metadata = { title: "Citations" }

/** The maximum number of rows of the matrix. */
const maxSources = 15
/** The maximum number of gaps at the top of the matrix. */
const maxGaps = 10

type Props = ProjectParams & { searchParams: Promise<SourceQuery> }

export default async function CitationsPage({ params, searchParams }: Props) {
  const { team: slug, project: project_id } = await params
  const { api, project, path: projectPath } = await loadProject(slug, project_id)
  const path = `${projectPath}/citations`
  const query = await searchParams
  const filters = sourceFilters(query, project.engines)
  const [
    { data: sources, meta },
    { data: changes },
    { data: classes },
    { data: brands },
    { data: gaps },
    { data: all },
  ] = await Promise.all([
    orFirstPage(api.aiVisibility.listCitations({ project_id, ...filters, limit: 25, cursor: query.cursor }), path),
    api.aiVisibility.getSourceChanges({ project_id, entity: filters.entity, limit: 10 }),
    api.aiVisibility.getSourceClasses({ project_id, scans: 26 }),
    api.aiVisibility.listBrands({ project_id, limit: 200 }),
    api.aiVisibility.getSourceBrands({ project_id, gaps: true, limit: query.brands === "gaps" ? 200 : maxGaps }),
    api.aiVisibility.getSourceBrands({ project_id, limit: maxGaps + maxSources }),
  ])
  const brandNames = new Map(brands.map(({ id, name }) => [id, name]))
  const hasCitations = classes.some(({ citations_n }) => citations_n > 0)
  const isFiltered = filters.source_class !== undefined || filters.engine !== undefined || filters.kind !== "cited"
  return (
    <>
      <SampleNote engines={filters.engine ? [filters.engine] : project.engines} hasFilter />
      {hasCitations && !filters.engine && (
        <>
          <SourcesAndBrands
            gaps={gaps}
            all={all}
            onlyGaps={query.brands === "gaps"}
            path={path}
            answersPath={`${projectPath}/answers`}
          />
          <Section
            title="Source types"
            lead="The share of citations by type of source. Open an unclassified source to choose its type."
          >
            <SourceTypeTable scans={classes} path={path} />
          </Section>
          <Section title="New and lost sources" lead="Several scans must agree, because sources vary by chance.">
            <SourceChanges changes={changes} path={path} brandNames={brandNames} />
          </Section>
        </>
      )}
      {sources.length > 0 || isFiltered ? (
        <Section
          title="All sources"
          lead={`${filters.kind === "retrieved" ? "Retrieved but not cited" : "Cited"} by ${filters.engine ? engineName(filters.engine) : "any engine"}, counted over all scans.`}
        >
          <SourceFilterForm path={path} query={query} filters={filters} engines={project.engines} />
          {sources.length > 0 ? (
            <>
              <SourceTable
                sources={sources}
                path={path}
                brandNames={brandNames}
                sorting={{ path, query, sort: filters.sort }}
              />
              <Pager
                meta={meta}
                path={path}
                query={query}
                noun={filters.entity === "url" ? ["page", "pages"] : ["domain", "domains"]}
              />
            </>
          ) : (
            <NoMatch of="sources" path={path} />
          )}
        </Section>
      ) : (
        <Empty
          title="No citations yet"
          action={
            project.latest === null && (
              <Button asChild kind="primary">
                <Link href={`${projectPath}/scans`}>Go to scans</Link>
              </Button>
            )
          }
        >
          Engines that search the web cite their sources. Start a scan with such an engine, and the cited pages appear
          here.
        </Empty>
      )}
      <AsApiCall
        guide={guides.sources}
        curl={curlCommand(
          urlWithQuery(`/ai-visibility/projects/${project.id}/citations`, {
            entity: filters.entity,
            kind: filters.kind,
            source_class: filters.source_class?.[0],
            engine: filters.engine,
            sort: filters.sort,
          }),
        )}
      />
    </>
  )
}

type Matrix = Data<"aiVisibility", "getSourceBrands">
/** `gaps` contains the sources whose answers mention competitors and never your brand. */
type SourcesProps = { gaps: Matrix; all: Matrix; onlyGaps: boolean; path: string; answersPath: string }

/** The matrix of sources and brands: the gaps first, then the other sources. */
function SourcesAndBrands({ gaps, all, onlyGaps, path, answersPath }: SourcesProps) {
  if (all.sources.length === 0) return null
  const gapDomains = new Set(gaps.sources.map(({ domain }) => domain))
  const others = all.sources.filter(({ domain }) => !gapDomains.has(domain))
  const sources = onlyGaps ? gaps.sources : [...gaps.sources, ...others].slice(0, maxSources)
  const hiddenSources = (onlyGaps ? gaps : all).sources_total - sources.length
  return (
    <Section
      title="Sources and brands"
      actions={
        (onlyGaps || gaps.sources_total > maxGaps) && (
          <Button asChild size="small">
            <Link href={onlyGaps ? path : `${path}?brands=gaps`}>
              {onlyGaps ? "Show all sources" : `Show all ${count(gaps.sources_total)} gaps`}
            </Link>
          </Button>
        )
      }
    >
      <SourceGapSentence gaps={gaps} all={all} path={path} />
      <SourceBrands matrix={{ ...all, sources }} path={path} answersPath={answersPath} />
      <p className="mt-2 text-quiet text-table">
        Of the answers that cite a source in {lastScans(all.scans_n)}, the share that mentions each brand.{" "}
        {gapDomains.size > 0
          ? "Gaps come first, then the sources with the most mentions of competitors."
          : "Sources with the most mentions of competitors come first."}
        {hiddenSources > 0 &&
          ` ${pluralize(hiddenSources, "more source")} ${hiddenSources === 1 ? "is" : "are"} not shown.`}
      </p>
    </Section>
  )
}

type FormProps = {
  path: string
  query: SourceQuery
  /** The filters that apply, read from `query`. */
  filters: ReturnType<typeof sourceFilters>
  engines: string[]
}

function SourceFilterForm({ path, query, filters, engines }: FormProps) {
  return (
    <FilterForm path={path} isClosedOnPhone>
      {query.sort && <input type="hidden" name="sort" value={filters.sort} />}
      <FilterSelect label="Show" name="show" choices={entityNames} value={filters.entity} />
      <FilterSelect
        label="Source type"
        name="class"
        all="any"
        choices={Object.fromEntries(sourceClasses.map((id) => [id, sourceTypes[id].name]))}
        value={filters.source_class?.[0]}
      />
      <FilterSelect label="Citation" name="kind" choices={citationKindNames} value={filters.kind} />
      <EngineFilter engines={engines} value={filters.engine} />
    </FilterForm>
  )
}
