/** The team's plan: how much of it the team uses, and what the other plans contain. */
import type { Metadata } from "next"
import { PlanTable } from "@/components/settings/plan-table"
import { PlanUsage } from "@/components/settings/plan-usage"
import { TabHead } from "@/components/settings/tab-head"
import { pluralize } from "@/domain/kernel/format-count"
import { limitsOfTeam } from "@/domain/kernel/plans"
import { ownersChangePlans } from "@/domain/kernel/policies"
import { type Role, roleAtLeast } from "@/domain/kernel/roles"
import { requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../layout"

export const metadata: Metadata = { title: "Plan" }

export default async function PlanPage({ params }: TeamParams) {
  const { api, team, role } = await requireTeamMember((await params).team)
  const [plans, keys, webhooks, overview, members] = await Promise.all([
    api.teams.listPlans({}),
    // Keys in their grace period do not count, because their successor does.
    api.keys.list({ limit: 1, state: ["active"] }),
    api.webhooks.list({ limit: 1 }),
    api.teams.getOverview({}),
    api.teams.listMembers({}),
  ])
  const limits = limitsOfTeam(team)
  const { counts, usage } = overview.data
  const use = {
    keys: keys.meta.total ?? 0,
    webhooks: webhooks.meta.total ?? 0,
    answersThisMonth: usage.ai_answers_this_month,
  }
  const current = plans.data.find((plan) => plan.is_current)
  return (
    <>
      <TabHead title="Plan">
        {current && (
          <>
            This team is on the <strong className="text-text">{current.label}</strong> plan.{" "}
          </>
        )}
        {explainPlanChange(role)}
      </TabHead>
      <PlanUsage
        usages={[
          { name: "API keys", used: use.keys, limit: limits.keys },
          { name: "Webhooks", used: use.webhooks, limit: limits.webhookEndpoints },
          { name: "AI answers this month", used: use.answersThisMonth, limit: usage.ai_answers_per_month },
        ]}
        unlimited={[
          pluralize(members.data.length, "member"),
          pluralize(counts.clients, "client"),
          pluralize(counts.reports, "report"),
          pluralize(counts.data_sources, "data source"),
          pluralize(counts.visibility_projects, "AI visibility project"),
        ]}
      />
      <PlanTable plans={plans.data} use={use} canChange={roleAtLeast(role, "owner") && ownersChangePlans()} />
    </>
  )
}

/** Says who can change the plan, and when a change takes effect. */
function explainPlanChange(role: Role) {
  if (!ownersChangePlans())
    return "Only the operator of this installation can change your plan. Ask the operator for another plan."
  const change = "Plans are free of charge. A change takes effect within two seconds."
  return roleAtLeast(role, "owner") ? change : `${change} Only owners can change the plan.`
}
