/**
 * Lists the sources of the latest scans and the brands mentioned in answers that cite them. Shows all sources or only
 * gaps.
 */
import type { ReactNode } from "react"
import type { SourceBrandMatrix } from "@/components/api/types"
import { Link } from "@/components/link"
import { CountingGuide } from "@/components/lists/as-api-call"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { NoMatch } from "@/components/lists/no-match"
import { Pager, urlWithQuery } from "@/components/lists/pager"
import { SortField } from "@/components/lists/sort-field"
import { Button } from "@/components/ui/button"
import { pluralize } from "@/domain/kernel/format-count"
import { describeLastScans } from "./answer-filters"
import { SourceBrands } from "./source-brands"
import { type SharedFilters, SourceFilterFields } from "./source-filter-fields"
import { allPeriods, type SourceQuery, scanPeriods, scansOf, sourceBrandOrders } from "./source-filters"

type Props = {
  /** One page of sources, in the order `sort`. */
  matrix: SourceBrandMatrix
  nextCursor: string | null
  view: "all" | "gaps"
  query: SourceQuery
  filters: SharedFilters
  sort: keyof typeof sourceBrandOrders
  engines: string[]
  /** The number of sources in the view of all. */
  allSourcesTotal: number
  path: string
  answersPath: string
}

export function SourceMatrix(props: Props) {
  const { matrix, nextCursor, view, query, filters, sort, path, answersPath } = props
  const { sources, sources_total } = matrix
  const listQuery = { ...query, view }
  const pager = (
    <Pager
      meta={{
        total: sources_total,
        total_is_exact: true,
        returned: sources.length,
        next_cursor: nextCursor,
      }}
      path={path}
      query={listQuery}
      noun={view === "gaps" ? ["gap", "gaps"] : ["source", "sources"]}
    />
  )
  return (
    <div className="mb-10">
      <MatrixFilterForm {...props} />
      {sources.length > 0 ? (
        <>
          <SourceBrands
            matrix={matrix}
            sorting={{ path, query: listQuery, sort }}
            engine={filters.engine}
            path={path}
            answersPath={answersPath}
          />
          {pager}
          <p className="mt-2 max-w-[90ch] text-quiet text-table">
            Each brand's column shows its share of the answers that cite the source, in{" "}
            {describeLastScans(matrix.scans_n)}. “Your lead” is your share minus that of the best competitor.
            {view === "gaps" &&
              " Gaps are sources whose answers mention competitors but never you. Brand websites are excluded."}
            {view === "all" &&
              sort === "opportunity" &&
              " Sources where only competitors are mentioned come first. Brand websites come last."}{" "}
            <CountingGuide />
          </p>
        </>
      ) : (
        <NoSources {...props} pager={pager} />
      )}
    </div>
  )
}

function MatrixFilterForm({ view, query, filters, sort, engines, path }: Props) {
  return (
    <FilterForm path={path} isClosedOnPhone>
      <input type="hidden" name="view" value={view} />
      <FilterSelect
        label="Period"
        name="scans"
        choices={view === "gaps" ? scanPeriods : allPeriods}
        value={String(scansOf(query))}
      />
      <SourceFilterFields filters={filters} engines={engines} />
      <SortField choices={sourceBrandOrders} value={sort} />
    </FilterForm>
  )
}

function NoSources(props: Props & { pager: ReactNode }) {
  const { view, query, allSourcesTotal, path } = props
  return (
    <>
      <WhyNoSources {...props} />
      {view === "gaps" && (
        <Button asChild size="small" className="mt-3">
          <Link href={urlWithQuery(path, { view: "all", scans: query.scans })}>
            Show all {pluralize(allSourcesTotal, "source")}
          </Link>
        </Button>
      )}
    </>
  )
}

function WhyNoSources({ matrix, view, query, filters, path, pager }: Props & { pager: ReactNode }) {
  // A scan that finishes after the previous page was opened can leave no source for this page.
  if (matrix.sources_total > 0)
    return (
      <>
        <p className="text-quiet">No more sources on this page.</p>
        {pager}
      </>
    )
  if (Object.values(filters).some((value) => value !== undefined))
    return <NoMatch of={view === "gaps" ? "gaps" : "sources"} path={urlWithQuery(path, { view, scans: query.scans })} />
  return (
    <p className="text-quiet">
      {view === "gaps"
        ? `No gaps in ${describeLastScans(matrix.scans_n)}. Apart from brand websites, every source with answers that mention competitors also has answers that mention you.`
        : `No sources in ${describeLastScans(matrix.scans_n)}.`}
    </p>
  )
}
