/** The inbox: signals of the team that need attention, one row per incident. */
import type { Metadata } from "next"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { Link } from "@/components/link"
import { AsApiCall, guides } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { FilterClient } from "@/components/lists/filter-client"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { dayRanges, type ListPeriod } from "@/components/lists/list-period"
import { NoMatch } from "@/components/lists/no-match"
import { Pager, urlWithQuery } from "@/components/lists/pager"
import { PeriodField } from "@/components/lists/period-field"
import { SortField } from "@/components/lists/sort-field"
import { countText, groupSignals, type SignalGroup, signalsOf } from "@/components/signals/signal-groups"
import { SignalInbox } from "@/components/signals/signal-inbox"
import {
  type Signal,
  type SignalQuery,
  severityNames,
  sortNames,
  statusChoices,
  typeNames,
} from "@/components/signals/signal-labels"
import { Button } from "@/components/ui/button"
import { count, pluralize } from "@/domain/kernel/format-count"
import { roleAtLeast } from "@/domain/kernel/roles"
import { apiCall } from "@/server/api-call"
import type { OperationCaller } from "@/server/caller"
import { chosenClient } from "@/server/chosen-client"
import { isFiltered } from "@/server/list-filters"
import { orFirstPage, orNoMatches, requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../layout"
import { readInboxFilters, readInboxPage } from "../read-inbox"

export const metadata: Metadata = { title: "Signals" }

type Props = TeamParams & { searchParams: Promise<SignalQuery> }

export default async function SignalsPage({ params, searchParams }: Props) {
  const { api, team, role } = await requireTeamMember((await params).team)
  const query = await searchParams
  const path = `/${team.slug}/signals`
  const { data: clients } = await api.clients.list({ sort: "name", limit: 200 })
  const { period, urlFilters, filters } = readInboxFilters(query, team.timezone)
  const hasFilters = query.status === "any" || isFiltered(urlFilters, period)
  const [{ data: signals, meta }, openSignals] = await Promise.all([
    orNoMatches(orFirstPage(readInboxPage(api, filters, query), path)),
    countOpenSignals(api),
  ])
  // The default filter hides ended signals. Look for these too before the page says that there are no signals.
  const hasNone = signals.length === 0 && !hasFilters
  const isEmpty = hasNone && (await api.signals.list({ limit: 1 })).data.length === 0
  // Each page of signals is grouped separately. A note below the list says so if there are several pages.
  const groups = groupSignals(signals)
  const isSplit = meta.next_cursor !== null || query.cursor !== undefined
  return (
    <>
      <PageHead
        title="Signals"
        actions={
          <>
            <RoleNote role={role} member="change the status of signals" />
            <Button asChild>
              <Link href={`${path}/rules`}>View rules</Link>
            </Button>
          </>
        }
      >
        {describeOpenSignals(openSignals)}
      </PageHead>
      {!isEmpty && (
        <InboxFilters
          path={path}
          query={query}
          filters={filters}
          clients={clients}
          selectedClient={await chosenClient(api, clients, filters.client_id)}
          period={period}
        />
      )}
      {signals.length > 0 && (
        <>
          <SignalInbox
            groups={groups}
            path={path}
            canChange={roleAtLeast(role, "member")}
            hasStatus={filters.status?.length !== 1}
            sorting={{ path, query, sort: filters.sort }}
          />
          <Pager meta={meta} path={path} query={query} noun={isSplit ? ["signal", "signals"] : pagerNoun(groups)} />
          {isSplit && <p className="mt-1 text-quiet text-table">Incidents that span two pages have a row on each.</p>}
        </>
      )}
      {signals.length === 0 && hasFilters && <NoMatch of="signals" path={path} />}
      {hasNone && !isEmpty && (
        <Empty
          title="No open signals"
          action={
            <Button asChild>
              <Link href={urlWithQuery(path, { status: "any" })}>Show all signals</Link>
            </Button>
          }
        >
          All signals are snoozed, resolved or dismissed.
        </Empty>
      )}
      {isEmpty && (
        <Empty
          title="No signals yet"
          action={
            <Button asChild kind="primary">
              <Link href={`${path}/rules/test`}>Test a rule on past data</Link>
            </Button>
          }
        >
          After each sync, import and scan, Signalbox looks for unusual metrics, budgets off pace and changes in AI
          visibility, and lists them here.
        </Empty>
      )}
      <AsApiCall guide={guides.signals} {...apiCall(urlWithQuery("/signals", filters))} />
    </>
  )
}

/** Returns the text after the number of signals, such as "signals in 6 incidents, 1 acknowledged". */
function pagerNoun(groups: SignalGroup[]): [singular: string, plural: string] {
  const listed = groups.flatMap(signalsOf)
  const acknowledged = listed.filter(({ status }) => status === "acknowledged").length
  const isMixed = acknowledged > 0 && acknowledged < listed.length
  const incidents = groups.length < listed.length ? ` in ${pluralize(groups.length, "incident")}` : ""
  return ["signal", `signals${incidents}${isMixed ? `, ${count(acknowledged)} acknowledged` : ""}`]
}

type FiltersProps = {
  path: string
  query: SignalQuery
  /** The filters that apply, read from `query`. */
  filters: ReturnType<typeof readInboxFilters>["filters"]
  clients: { id: string; name: string }[]
  /** The client of the filter. */
  selectedClient: { id: string; name: string } | null
  period: ListPeriod
}

function InboxFilters({ path, query, filters, clients, selectedClient, period }: FiltersProps) {
  return (
    <FilterForm path={path} isClosedOnPhone>
      <div className="max-sm:col-span-full">
        <FilterSelect label="Status" name="status" choices={statusChoices} value={query.status || "active"} />
      </div>
      <FilterClient clients={clients} value={filters.client_id} chosen={selectedClient} />
      <FilterSelect label="Type" name="type" all="any" choices={typeNames} value={filters.type?.[0]} />
      <FilterSelect
        label="Severity"
        name="min_severity"
        all="any"
        choices={{ warning: "warning or critical", critical: severityNames.critical }}
        value={filters.min_severity}
      />
      <PeriodField presets={dayRanges} all="any time" period={period} />
      <SortField choices={sortNames} value={filters.sort} />
    </FilterForm>
  )
}

type OpenSignals = {
  /** How many signals are open. A lower bound if `isExact` is false. */
  counts: Record<Signal["severity"], number>
  isExact: boolean
  /** Null if there are too many signals to group. */
  incidents: number | null
}

/** The maximum number of open signals of each severity whose incidents are counted. */
const maxGrouped = 200

async function countOpenSignals(api: OperationCaller): Promise<OpenSignals> {
  const listOpen = (severity: Signal["severity"]) =>
    api.signals.list({ status: ["open"], severity: [severity], limit: maxGrouped })
  const [critical, warning, info] = await Promise.all([listOpen("critical"), listOpen("warning"), listOpen("info")])
  const lists = [critical, warning, info]
  const isComplete = lists.every(({ meta }) => meta.next_cursor === null)
  return {
    counts: {
      critical: critical.meta.total ?? 0,
      warning: warning.meta.total ?? 0,
      info: info.meta.total ?? 0,
    },
    isExact: lists.every(({ meta }) => meta.total_is_exact),
    incidents: isComplete ? groupSignals(lists.flatMap(({ data }) => data)).length : null,
  }
}

/** "9 open signals in 5 incidents: 1 critical, 6 warnings, 2 info." */
function describeOpenSignals({ counts: { critical, warning, info }, isExact, incidents }: OpenSignals) {
  const total = critical + warning + info
  if (total === 0) return "Your clients have no open signals."
  if (!isExact) return `More than ${count(total)} open signals.`
  const parts = [
    critical > 0 && `${count(critical)} critical`,
    warning > 0 && pluralize(warning, "warning"),
    info > 0 && `${count(info)} info`,
  ].filter(Boolean)
  return `${countText(total, incidents ?? total)}: ${parts.join(", ")}.`
}
