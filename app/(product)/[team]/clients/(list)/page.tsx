/** The clients of the team. */
import type { Metadata } from "next"
import { type ClientQuery, sortNames, statusNames } from "@/components/clients/client-filters"
import { ClientTable } from "@/components/clients/client-table"
import { NewClientDialog } from "@/components/clients/new-client-dialog"
import { problemSentence } from "@/components/clients/problem-count"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { AllArchived } from "@/components/lists/all-archived"
import { AsApiCall, CountingGuide } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { FilterText } from "@/components/lists/filter-text"
import { NoMatch } from "@/components/lists/no-match"
import { Pager, urlWithQuery } from "@/components/lists/pager"
import { SortField } from "@/components/lists/sort-field"
import { ordersOf, sortFromQuery } from "@/components/lists/sort-rows"
import { listClients } from "@/domain/clients/list"
import { roleAtLeast } from "@/domain/kernel/roles"
import { dayIn } from "@/domain/metrics/calendar"
import { apiCall } from "@/server/api-call"
import { timezones } from "@/server/choices"
import { isFiltered, readFilters } from "@/server/list-filters"
import { orFirstPage, requireTeamMember } from "@/server/visit"
import { ClientGoal } from "../../client-goal"
import { ClientResult } from "../../client-result"
import { LatestVerdict } from "../../latest-verdict"
import type { TeamParams } from "../../layout"
import { readProblems } from "../read-problems"
import { readScannedProjects } from "./read-scanned-projects"

export const metadata: Metadata = { title: "Clients" }

const importCommand = `npm run import -- metrics google-ads.csv \\
  --client "Bergamo Bikes" --provider google_ads`

type Props = TeamParams & { searchParams: Promise<ClientQuery> }

export default async function ClientsPage({ params, searchParams }: Props) {
  const { api, team, role } = await requireTeamMember((await params).team)
  const query = await searchParams
  const path = `/${team.slug}/clients`
  const urlFilters = readFilters(listClients, query)
  const hasFilters = query.status === "any" || isFiltered(urlFilters)
  const sort = sortFromQuery(query.sort, ordersOf(sortNames))
  const filters = { ...withDefaultStatus(urlFilters, query), sort, limit: 50 }
  const [{ data, meta }, problems, sources, projects] = await Promise.all([
    orFirstPage(api.clients.list({ ...filters, cursor: query.cursor }), path),
    readProblems(api),
    api.dataSources.list({ limit: 1 }),
    readScannedProjects(api),
  ])
  // Check for archived clients before the page counts as empty.
  const hasNone = data.length === 0 && !hasFilters
  const isEmpty = hasNone && (await api.clients.list({ limit: 1 })).data.length === 0
  const hasData = sources.data.length > 0
  const today = dayIn(team.timezone, new Date())
  const newClientButton = roleAtLeast(role, "member") && (
    <NewClientDialog path={path} zone={team.timezone} timezones={timezones} />
  )
  return (
    <>
      <PageHead
        title="Clients"
        actions={!isEmpty && (newClientButton || <RoleNote role={role} member="create clients" />)}
      >
        {(!isEmpty && problemSentence(problems)) || "Reports, metrics and AI visibility projects belong to a client."}
      </PageHead>
      {!isEmpty && (
        <FilterForm path={path}>
          <FilterText label="Name or domain" name="q" value={query.q} />
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
        <ClientTable
          clients={data}
          clientsPath={path}
          renderResult={
            hasData
              ? (id) => <ClientResult slug={team.slug} clientId={id} signals={problems.signals?.get(id) ?? []} isWide />
              : undefined
          }
          renderGoal={hasData ? (id) => <ClientGoal slug={team.slug} clientId={id} today={today} /> : undefined}
          renderVerdict={({ id, own_brand, latest }) =>
            own_brand &&
            latest && <LatestVerdict slug={team.slug} project={{ id, own_brand_id: own_brand.id, latest }} />
          }
          sorting={{ path, query, sort }}
          problems={problems}
          projects={projects}
        />
      )}
      {data.length === 0 && hasFilters && <NoMatch of="clients" path={path} />}
      {hasNone && !isEmpty && (
        <AllArchived of="clients" path={path}>
          {newClientButton && "Restore a client, or create a new one."}
        </AllArchived>
      )}
      {isEmpty && (
        <Empty title="No clients yet" code={importCommand} action={newClientButton}>
          {newClientButton ? "Create a client" : "Members of the team can create clients"}, or import metrics. The
          import creates the client if it does not exist. Run this command on the machine that runs Signalbox:
        </Empty>
      )}
      {data.length > 0 && <Pager meta={meta} path={path} query={query} noun={["client", "clients"]} />}
      {data.some(({ id }) => projects.has(id)) && (
        <p className="mt-1 text-quiet text-table">
          AI visibility is the share of answers in the latest scan that mention your brand. <CountingGuide />
        </p>
      )}
      <AsApiCall {...apiCall(urlWithQuery("/clients", filters))} />
    </>
  )
}

type Filters = ReturnType<typeof readFilters<typeof listClients.input>>

/** If the URL has no status, the list leaves archived clients out. The status `any` selects all clients. */
const withDefaultStatus = (filters: Filters, { status }: ClientQuery): Filters => ({
  ...filters,
  status: status === "any" ? undefined : (filters.status ?? ["active", "paused"]),
})
