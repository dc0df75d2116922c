/** The team's plan: what is used of it, and what other plans contain. */
import type { Metadata } from "next"
import { PlanTable } from "@/components/settings/plan-table"
import { PlanUsage } from "@/components/settings/plan-usage"
import { TabHead } from "@/components/settings/tab-head"
import { limitsOfTeam } from "@/domain/kernel/plans"
import { ownersChangePlans } from "@/domain/kernel/policies"
import { type Role, roleAtLeast } from "@/domain/kernel/roles"
import { requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../layout"

export const metadata: Metadata = { title: "Plan" }

export default async function PlanPage({ params }: TeamParams) {
  const { api, team, role } = await requireTeamMember((await params).team)
  const [plans, keys, webhooks, overview] = await Promise.all([
    api.teams.listPlans({}),
    api.keys.list({ limit: 1, state: ["active", "in_grace"] }),
    api.webhooks.list({ limit: 1 }),
    api.teams.getOverview({}),
  ])
  const limits = limitsOfTeam(team)
  const current = plans.data.find((plan) => plan.is_current)
  return (
    <>
      <TabHead title="Plan">
        {current && (
          <>
            This team is on the <strong className="text-text">{current.label}</strong> plan.{" "}
          </>
        )}
        {whoChanges(role)}
      </TabHead>
      <PlanUsage
        usages={[
          { name: "API keys", used: keys.meta.total ?? 0, limit: limits.keys },
          { name: "Webhooks", used: webhooks.meta.total ?? 0, limit: limits.webhookEndpoints },
          {
            name: "AI answers this month",
            used: overview.data.usage.ai_answers_this_month,
            limit: overview.data.usage.ai_answers_per_month,
          },
        ]}
      />
      <PlanTable plans={plans.data} canChange={roleAtLeast(role, "owner") && ownersChangePlans()} />
    </>
  )
}

function whoChanges(role: Role) {
  if (!ownersChangePlans())
    return "Only the operator of this installation can change your plan. Ask the operator for another plan."
  const change = "Plans are free of charge. A change takes effect within two seconds."
  return roleAtLeast(role, "owner") ? change : `${change} Only owners can change the plan.`
}
