/** The reports of the team. */
import type { Metadata } from "next"
import { PageHead } from "@/components/frame/page-head"
import { AsApiCall } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { FilterText } from "@/components/lists/filter-text"
import { NoMatch } from "@/components/lists/no-match"
import { Pager, urlWithQuery } from "@/components/lists/pager"
import { type ReportQuery, reportFilters, statusNames } from "@/components/reports/report-filters"
import { ReportTable } from "@/components/reports/report-table"
import { clientNames } from "@/server/client-names"
import { curlCommand } from "@/server/curl-command"
import { orFirstPage, requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../layout"

export const metadata: Metadata = { title: "Reports" }

type Props = TeamParams & { searchParams: Promise<ReportQuery> }

export default async function ReportsPage({ params, searchParams }: Props) {
  const { api, team } = await requireTeamMember((await params).team)
  const query = await searchParams
  const path = `/${team.slug}/reports`
  const { data, meta } = await orFirstPage(api.reports.list({ limit: 50, ...reportFilters(query) }), path)
  const isFiltered = Boolean(query.q || query.status)
  return (
    <>
      <PageHead title="Reports">A report shows a client's current metrics with your commentary.</PageHead>
      {(data.length > 0 || isFiltered) && (
        <FilterForm path={path}>
          <FilterText label="Name" name="q" value={query.q} />
          <FilterSelect
            label="State"
            name="status"
            all="published or draft"
            choices={statusNames}
            value={query.status}
          />
        </FilterForm>
      )}
      {data.length > 0 && <ReportTable reports={data} base={path} clientNames={await clientNames(api, data)} />}
      {data.length === 0 && isFiltered && <NoMatch of="reports" path={path} />}
      {data.length === 0 && !isFiltered && (
        <Empty title="No reports yet">
          The sample team that <code>npm start</code> creates has example reports. After an import, your clients'
          metrics appear on their pages.
        </Empty>
      )}
      {data.length > 0 && <Pager meta={meta} path={path} query={query} noun={["report", "reports"]} />}
      <AsApiCall
        curl={curlCommand(urlWithQuery("/reports", { q: query.q, status: query.status, limit: "50", sort: "name" }))}
      />
    </>
  )
}
