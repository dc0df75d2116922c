/** The team's audit log. */
import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { dayRanges, readListPeriod } from "@/components/lists/list-period"
import { NoMatch } from "@/components/lists/no-match"
import { Pager } from "@/components/lists/pager"
import { PeriodField } from "@/components/lists/period-field"
import type { PeriodQuery } from "@/components/lists/ranges"
import { sortFromQuery } from "@/components/lists/sort-rows"
import { actionGroupNames } from "@/components/settings/action-labels"
import { AuditTable } from "@/components/settings/audit-table"
import { TabHead } from "@/components/settings/tab-head"
import { listAudit } from "@/domain/audit/list"
import { allPages } from "@/server/all-pages"
import { isFiltered, readFilters } from "@/server/list-filters"
import { orFirstPage, orNoMatches, requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../layout"

export const metadata: Metadata = { title: "Audit log" }

type Props = TeamParams & { searchParams: Promise<PeriodQuery & { action?: string; sort?: string; cursor?: string }> }

export default async function AuditPage({ params, searchParams }: Props) {
  const { api, team, isAdmin } = await requireTeamMember((await params).team)
  if (!isAdmin) notFound()
  const query = await searchParams
  const path = `/${team.slug}/settings/audit`
  const sort = sortFromQuery(query.sort, ["-created_at", "created_at"])
  const period = readListPeriod(query, team.timezone)
  const filters = readFilters(listAudit, query, period)
  const [{ data, meta }, { data: members }] = await Promise.all([
    orNoMatches(orFirstPage(api.audit.list({ ...filters, sort, cursor: query.cursor }), path)),
    api.teams.listMembers({}),
  ])
  // Entries contain only the ids of webhooks. The list has their URLs, and only webhooks in the list have a page.
  const needsWebhooks = data.some(({ action }) => /^(endpoint|recover)\./.test(action))
  const webhooks = needsWebhooks ? await allPages((cursor) => api.webhooks.list({ limit: 200, cursor })) : []
  const hasFilters = isFiltered(filters, period)
  return (
    <>
      <TabHead title="Audit log">
        Every change to the team, its settings and its clients. No one can edit this log, not even owners.
      </TabHead>
      {(data.length > 0 || hasFilters) && (
        <FilterForm path={path}>
          {query.sort && <input type="hidden" name="sort" value={sort} />}
          <FilterSelect
            label="Changes to"
            name="action"
            all="anything"
            choices={actionGroupNames}
            value={filters.action}
            isPartial
          />
          <PeriodField presets={dayRanges} all="any time" period={period} />
        </FilterForm>
      )}
      {data.length > 0 && (
        <>
          <AuditTable
            entries={data}
            names={Object.fromEntries([
              ...members.map(({ person_id, name }) => [person_id, name]),
              ...webhooks.map(({ id, url }) => [id, url]),
            ])}
            base={`/${team.slug}`}
            sorting={{ path, query, sort }}
          />
          <Pager meta={meta} path={path} query={query} noun={["change", "changes"]} />
        </>
      )}
      {data.length === 0 && hasFilters && <NoMatch of="changes" path={path} />}
      {data.length === 0 && !hasFilters && (
        <Empty title="No changes yet">Changes that members and apps make appear here.</Empty>
      )}
    </>
  )
}
