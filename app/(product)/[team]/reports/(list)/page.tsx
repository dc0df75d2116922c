/** The reports of the team. */
import type { Metadata } from "next"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Link } from "@/components/link"
import { AllArchived } from "@/components/lists/all-archived"
import { AsApiCall } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { FilterClient } from "@/components/lists/filter-client"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { FilterText } from "@/components/lists/filter-text"
import { NoMatch } from "@/components/lists/no-match"
import { Pager, urlWithQuery } from "@/components/lists/pager"
import { SortField } from "@/components/lists/sort-field"
import { ordersOf, sortFromQuery } from "@/components/lists/sort-rows"
import { NewReportDialog } from "@/components/reports/new-report-dialog"
import { type ReportQuery, sortNames, statusNames } from "@/components/reports/report-filters"
import { ReportTable } from "@/components/reports/report-table"
import { Button } from "@/components/ui/button"
import { type Role, roleAtLeast } from "@/domain/kernel/roles"
import { listReports } from "@/domain/reports/list"
import { apiCall } from "@/server/api-call"
import type { OperationCaller } from "@/server/caller"
import { chosenClient } from "@/server/chosen-client"
import { clientNames } from "@/server/client-names"
import { isFiltered, readFilters } from "@/server/list-filters"
import { orFirstPage, orNoMatches, orNull, requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../layout"
import { readClientChoices } from "../../read-client-choices"

export const metadata: Metadata = { title: "Reports" }

/** For a new report: `client` is the id of its client, `copy_of` the id of the report that it copies. */
type Props = TeamParams & { searchParams: Promise<ReportQuery & { client?: string; copy_of?: string }> }

export default async function ReportsPage({ params, searchParams }: Props) {
  const { api, team, role } = await requireTeamMember((await params).team)
  const { client: clientId, copy_of: copiedId, ...query } = await searchParams
  const path = `/${team.slug}/reports`
  const urlFilters = readFilters(listReports, query)
  const hasFilters = isFiltered(urlFilters)
  const sort = sortFromQuery(query.sort, ordersOf(sortNames))
  const filters = { ...urlFilters, sort, limit: 50 }
  const [{ data, meta }, choices] = await Promise.all([
    orNoMatches(orFirstPage(api.reports.list({ ...filters, cursor: query.cursor }), path)),
    readClientChoices(api, clientId),
  ])
  const report_id = data.map(({ id }) => id)
  const [names, shares, dataThrough] = await Promise.all([
    clientNames(api, data),
    api.reports.listShareSummaries({ report_id }),
    api.reports.listDataThrough({ report_id }),
  ])
  // Check for archived reports before the page counts as empty.
  const hasNone = data.length === 0 && !hasFilters
  const isEmpty = hasNone && (await api.reports.list({ status: ["archived"], limit: 1 })).data.length === 0
  const canCreate = roleAtLeast(role, "member") && choices.clients.length > 0
  const newReportButton = canCreate && (
    <NewReportDialog path={path} choices={choices} {...(await readStartingPoints(api, copiedId))} />
  )
  return (
    <>
      <PageHead
        title="Reports"
        actions={(!isEmpty && newReportButton) || <RoleNote role={role} member="create reports" />}
      >
        A report shows a client's current metrics with your commentary. Clients read it by share link.
      </PageHead>
      {!isEmpty && (
        <FilterForm path={path}>
          <FilterText label="Name" name="q" value={query.q} />
          <FilterClient
            clients={choices.clients}
            value={filters.client_id}
            chosen={await chosenClient(api, choices.clients, filters.client_id)}
          />
          <FilterSelect
            label="Status"
            name="status"
            all="all except archived"
            choices={statusNames}
            value={query.status}
          />
          <SortField choices={sortNames} value={sort} />
        </FilterForm>
      )}
      {data.length > 0 && (
        <ReportTable
          reports={data}
          base={path}
          clientNames={names}
          shares={shares.data}
          dataThrough={new Map(dataThrough.data.map(({ report_id, data_through }) => [report_id, data_through]))}
          sorting={{ path, query, sort }}
        />
      )}
      {data.length === 0 && hasFilters && <NoMatch of="reports" path={path} />}
      {hasNone && !isEmpty && (
        <AllArchived of="reports" path={path}>
          {newReportButton && "Restore a report, or create a new one."}
        </AllArchived>
      )}
      {isEmpty && (
        <Empty
          title="No reports yet"
          action={newReportButton || <NewClientButton teamPath={`/${team.slug}`} role={role} />}
        >
          {choices.clients.length > 0
            ? "Start with a template. Its sections fill with the client's metrics, and you add commentary."
            : "A report belongs to a client. Create a client first."}
        </Empty>
      )}
      {data.length > 0 && <Pager meta={meta} path={path} query={query} noun={["report", "reports"]} />}
      <AsApiCall {...apiCall(urlWithQuery("/reports", filters))} />
    </>
  )
}

/**
 * Reads the templates and the reports that a new report can start from, and the names of clients. A report that is not
 * among the first 200 can be copied from its page.
 */
async function readStartingPoints(api: OperationCaller, copiedId: string | undefined) {
  const [templates, reports, clientNames, copied] = await Promise.all([
    api.reports.listTemplates({}),
    api.reports.list({ limit: 200, sort: "name" }),
    readFirstClientNames(api),
    copiedId ? orNull(api.reports.get({ report_id: copiedId })) : null,
  ])
  const others = reports.data.filter(({ id }) => id !== copied?.data.id)
  return {
    templates: templates.data,
    reports: copied ? [copied.data, ...others] : others,
    copiedId: copied?.data.id ?? null,
    clientNames,
  }
}

/** Reads the names of the first 200 clients, by id. Reports contain only the client's id. */
async function readFirstClientNames(api: OperationCaller) {
  const { data } = await api.clients.list({ limit: 200, sort: "name", status: ["active", "paused"] })
  return Object.fromEntries(data.map(({ id, name }) => [id, name]))
}

function NewClientButton({ teamPath, role }: { teamPath: string; role: Role }) {
  if (!roleAtLeast(role, "member")) return null
  return (
    <Button asChild kind="primary">
      <Link href={`${teamPath}/clients?new`}>New client</Link>
    </Button>
  )
}
