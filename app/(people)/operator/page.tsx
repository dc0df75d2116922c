/** The state of the installation and the list of its teams, for its operators. */
import type { Metadata } from "next"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { FilterText } from "@/components/lists/filter-text"
import { NoMatch } from "@/components/lists/no-match"
import { Pager } from "@/components/lists/pager"
import { sortFromQuery } from "@/components/lists/sort-rows"
import { InstallationState } from "@/components/operator/installation-state"
import type { PlanChoice } from "@/components/operator/limit-labels"
import { OperatedTeamTable } from "@/components/operator/operated-team-table"
import { listTeams } from "@/domain/installation/list-teams"
import { limitsOf, planNames } from "@/domain/kernel/plans"
import { allTeamsUseOperatorEngines } from "@/domain/kernel/policies"
import { readFilters } from "@/server/list-filters"
import { orFirstPage, requireOperator } from "@/server/visit"

export const metadata: Metadata = { title: "Operator" }

type Query = { q?: string; plan?: string; status?: string; sort?: string; cursor?: string }
type Props = { searchParams: Promise<Query> }

const statusLabels = { active: "active", suspended: "suspended" }

const path = "/operator"

export default async function OperatorPage({ searchParams }: Props) {
  const { api } = await requireOperator()
  const query = await searchParams
  const { cursor } = query
  const { q, plan } = readFilters(listTeams, query)
  const sort = sortFromQuery(query.sort, ["name", "-name", "members_n", "-members_n"])
  const status = (["active", "suspended"] as const).find((name) => name === query.status)
  const plans = planNames.map(planChoice)
  const input = {
    limit: 50,
    sort,
    cursor,
    q,
    plan,
    ...(status && { is_suspended: status === "suspended" }),
  }
  const [{ data, meta }, { data: load }] = await Promise.all([
    orFirstPage(api.installation.listTeams(input), path),
    api.operating.getLoad({}),
  ])
  return (
    <>
      <InstallationState load={load} />
      <FilterForm path={path}>
        {query.sort && <input type="hidden" name="sort" value={sort} />}
        <FilterText label="Name, address or owner's email" name="q" value={q} />
        <FilterSelect
          label="Plan"
          name="plan"
          all="any"
          choices={Object.fromEntries(plans.map(({ id, label }) => [id, label]))}
          value={plan}
        />
        <FilterSelect label="Status" name="status" all="any" choices={statusLabels} value={status} />
      </FilterForm>
      {data.length === 0 ? (
        <NoMatch of="teams" path={path} />
      ) : (
        <>
          <OperatedTeamTable
            teams={data}
            plans={plans}
            allUseOperatorEngines={allTeamsUseOperatorEngines()}
            sorting={{ path, query, sort }}
          />
          <Pager meta={meta} path={path} query={query} noun={["team", "teams"]} />
        </>
      )}
    </>
  )
}

function planChoice(id: PlanChoice["id"]): PlanChoice {
  const limits = limitsOf(id)
  return {
    id,
    label: limits.label,
    limits: {
      keys: limits.keys,
      webhook_endpoints: limits.webhookEndpoints,
      key_requests_per_minute: limits.keyRequestsPerMinute,
      team_requests_per_minute: limits.teamRequestsPerMinute,
      concurrent_requests_per_key: limits.concurrentRequestsPerKey,
      ai_answers_per_month: limits.aiAnswersPerMonth,
    },
  }
}
