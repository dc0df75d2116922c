/** The data sources of the team, with their state and the days that have data. */
import type { Metadata } from "next"
import { DayKey } from "@/components/charts/day-segment"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Link } from "@/components/link"
import { AsApiCall } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { FilterClient } from "@/components/lists/filter-client"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { NoMatch } from "@/components/lists/no-match"
import { Pager, urlWithQuery } from "@/components/lists/pager"
import { SortField } from "@/components/lists/sort-field"
import { ordersOf, sortFromQuery } from "@/components/lists/sort-rows"
import type { CoverageOfList } from "@/components/sources/coverage"
import { stateLabels } from "@/components/sources/source-labels"
import { SourceTable } from "@/components/sources/source-table"
import { sourcesSentence } from "@/components/sources/sources-sentence"
import { Button } from "@/components/ui/button"
import { listDataSources } from "@/domain/data-sources/list"
import { roleAtLeast } from "@/domain/kernel/roles"
import { providerLabels } from "@/domain/metrics/provider"
import { apiCall } from "@/server/api-call"
import { chosenClient } from "@/server/chosen-client"
import { clientNames } from "@/server/client-names"
import { isFiltered, readFilters } from "@/server/list-filters"
import { orFirstPage, orNoMatches, requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../layout"
import { readCoverage } from "../read-coverage"

export const metadata: Metadata = { title: "Data sources" }

type Query = { client_id?: string; status?: string; provider?: string; sort?: string; cursor?: string }
type Props = TeamParams & { searchParams: Promise<Query> }

const statusNames = Object.fromEntries(Object.entries(stateLabels).map(([status, { label }]) => [status, label]))

export default async function SourcesPage({ params, searchParams }: Props) {
  const { api, team, role, isAdmin } = await requireTeamMember((await params).team)
  const canUpload = roleAtLeast(role, "member")
  const query = await searchParams
  const path = `/${team.slug}/sources`
  const filters = readFilters(listDataSources, query)
  const sort = sortFromQuery(query.sort, ordersOf(sortNames))
  const { data, meta } = await orNoMatches(
    orFirstPage(api.dataSources.list({ limit: 50, cursor: query.cursor, sort, ...filters }), path),
  )
  const isComplete = !query.cursor && meta.next_cursor === null
  const [clients, names, coverage] = await Promise.all([
    api.clients.list({ limit: 200, sort: "name" }),
    clientNames(api, data),
    readCoverage(api, data, team.timezone),
  ])
  const hasFilters = isFiltered(filters)
  const actions = canUpload && (
    <span className="flex flex-wrap gap-2">
      <Button asChild kind={isAdmin ? "plain" : "primary"}>
        <Link href={`${path}/upload`}>Upload file</Link>
      </Button>
      {isAdmin && (
        <Button asChild kind="primary">
          <Link href={`${path}/new`}>Connect source</Link>
        </Button>
      )}
    </span>
  )
  const isEmpty = data.length === 0 && !hasFilters
  return (
    <>
      <PageHead
        title="Data sources"
        actions={
          !isEmpty && (
            <>
              {actions}
              <RoleNote role={role} member="upload files" admin="connect platform accounts" />
            </>
          )
        }
      >
        {data.length > 0 && !hasFilters && isComplete
          ? sourcesSentence(data, coverage)
          : "The platform accounts and imported files that your metrics come from."}
      </PageHead>
      {!isEmpty && (
        <FilterForm path={path} isClosedOnPhone>
          <FilterClient
            clients={clients.data}
            value={filters.client_id}
            chosen={await chosenClient(api, clients.data, filters.client_id)}
          />
          <FilterSelect label="Status" name="status" all="any" choices={statusNames} value={query.status} />
          <FilterSelect label="Platform" name="provider" all="any" choices={providerLabels} value={query.provider} />
          <SortField choices={sortNames} value={sort} />
        </FilterForm>
      )}
      {data.length > 0 && (
        <>
          <SourceTable
            sources={data}
            base={path}
            clientNames={names}
            coverage={coverage}
            sorting={{ path, query, sort }}
          />
          {coverage && hasGaps(coverage) && (
            <ul aria-label="Key" className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-quiet text-small max-md:hidden">
              <DayKey shown={["value", "none"]} className="h-3 w-1.5" />
            </ul>
          )}
        </>
      )}
      {data.length === 0 && hasFilters && <NoMatch of="data sources" path={path} />}
      {isEmpty && (
        <Empty title="No data sources yet" action={actions}>
          {isAdmin
            ? "Connect a platform account, which Signalbox then reads on a schedule, or upload a file of metrics."
            : `${canUpload ? "Upload a file of metrics, or ask" : "Ask"} an owner or admin of the team to connect a platform account.`}
        </Empty>
      )}
      {data.length > 0 && <Pager meta={meta} path={path} query={query} noun={["data source", "data sources"]} />}
      <AsApiCall {...apiCall(urlWithQuery("/data-sources", { ...filters, sort, limit: 50 }))} />
    </>
  )
}

const hasGaps = ({ bySource }: CoverageOfList) =>
  Object.values(bySource).some(({ no_data_on }) => no_data_on.length > 0)

/** The sort orders. The first one is the default. */
const sortNames = {
  attention: "needs attention",
  client: "client",
  data_through: "oldest data",
  "-created_at": "newest source",
  display_name: "name",
  "-display_name": "name, Z to A",
  "-data_through": "newest data",
}
