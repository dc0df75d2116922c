/** The goals of a client with their progress. */
import type { Metadata } from "next"
import type { Inputs } from "@/components/api/types"
import { PageHead } from "@/components/frame/page-head"
import { RoleNote } from "@/components/frame/role-note"
import { GoalList } from "@/components/goals/goal-list"
import { goalStatusNames } from "@/components/goals/goal-name"
import { NewGoalDialog } from "@/components/goals/new-goal-dialog"
import { AllArchived } from "@/components/lists/all-archived"
import { AsApiCall } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { NoMatch } from "@/components/lists/no-match"
import { Pager, urlWithQuery } from "@/components/lists/pager"
import { listGoals } from "@/domain/goals/list-goals"
import { roleAtLeast } from "@/domain/kernel/roles"
import { dayIn } from "@/domain/metrics/calendar"
import { apiCall } from "@/server/api-call"
import { isFiltered, readFilters } from "@/server/list-filters"
import { orFirstPage, orNoMatches, requireTeamMember } from "@/server/visit"
import { findClient } from "../find-client"
import { readDailyValues } from "./read-daily-values"

type Query = Partial<Record<keyof Inputs["clients"]["listGoals"], string>>
type Props = { params: Promise<{ team: string; client: string }>; searchParams: Promise<Query> }

export const metadata: Metadata = { title: "Goals" }

/** Aggregations whose goals can be computed from daily values. */
const goalAggregations = ["sum", "ratio", "weighted_mean"]

export default async function GoalsPage({ params, searchParams }: Props) {
  const { team: slug, client: client_id } = await params
  const { api, team, role } = await requireTeamMember(slug)
  const client = await findClient(slug, client_id)
  const query = await searchParams
  const path = `/${team.slug}/clients/${client.id}/goals`
  const filters = readFilters(listGoals, query)
  const [{ data: goals, meta }, { data: metrics }] = await Promise.all([
    orNoMatches(orFirstPage(api.clients.listGoals({ ...filters, client_id, limit: 50, cursor: query.cursor }), path)),
    api.metrics.list({ answered_by: "metrics" }),
  ])
  const dailyValues = await readDailyValues(api, goals)
  const canEdit = roleAtLeast(role, "member") && client.status !== "archived"
  const hasFilters = isFiltered(filters)
  // Check for archived goals before the page counts as empty.
  const hasNone = goals.length === 0 && !hasFilters
  const isEmpty =
    hasNone && (await api.clients.listGoals({ client_id, status: ["archived"], limit: 1 })).data.length === 0
  const newGoalButton = canEdit && (
    <NewGoalDialog
      clientId={client.id}
      currency={client.currency ?? team.currency}
      metrics={metrics
        .filter(({ aggregation }) => goalAggregations.includes(aggregation))
        .map(({ id, label, unit, direction }) => ({ id, label, unit, direction }))
        .sort((a, b) => a.label.localeCompare(b.label))}
      today={dayIn(client.timezone ?? team.timezone, new Date())}
    />
  )
  return (
    <>
      <PageHead
        crumbs={[
          { name: "Clients", href: `/${team.slug}/clients` },
          { name: client.name, href: `/${team.slug}/clients/${client.id}` },
        ]}
        title="Goals"
        actions={newGoalButton ? !isEmpty && newGoalButton : <RoleNote role={role} member="set and change goals" />}
      >
        Targets and budgets for a month, a quarter or other dates.
      </PageHead>
      {!isEmpty && (
        <FilterForm path={path}>
          <FilterSelect
            label="Status"
            name="status"
            all="all except archived"
            choices={goalStatusNames}
            value={filters.status?.[0]}
          />
        </FilterForm>
      )}
      {goals.length > 0 && (
        <div className="mt-6 mb-8">
          <GoalList goals={goals} canEdit={canEdit} days={dailyValues} />
        </div>
      )}
      {goals.length === 0 && hasFilters && <NoMatch of="goals" path={path} />}
      {hasNone && !isEmpty && (
        <AllArchived of="goals" path={path}>
          {canEdit && "Restore a goal, or set a new one."}
        </AllArchived>
      )}
      {isEmpty && (
        <Empty title="No goals yet" action={newGoalButton}>
          Set a target for a metric, such as revenue in a month, or a budget for ad spend. Reports can show its
          progress.
        </Empty>
      )}
      {goals.length > 0 && <Pager meta={meta} path={path} query={query} noun={["goal", "goals"]} />}
      <AsApiCall {...apiCall(urlWithQuery(`/clients/${client.id}/goals`, filters))} />
    </>
  )
}
