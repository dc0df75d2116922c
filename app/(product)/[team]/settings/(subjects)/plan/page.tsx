/** The team's plan. */
import type { Metadata } from "next"
import { PlanTable } from "@/components/settings/plan-table"
import { ownersChangePlans } from "@/domain/kernel/policies"
import { requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../layout"

export const metadata: Metadata = { title: "Plan" }

export default async function PlanPage({ params }: TeamParams) {
  const { api, role } = await requireTeamMember((await params).team)
  const [plans, keys] = await Promise.all([
    api.teams.listPlans({}),
    api.keys.list({ limit: 1, state: ["active", "in_grace"] }),
  ])
  return (
    <>
      <p className="mb-4 max-w-[68ch] text-quiet">{whoChanges(role)}</p>
      <PlanTable
        plans={plans.data}
        liveKeys={keys.meta.total ?? 0}
        mayChange={role === "owner" && ownersChangePlans()}
      />
    </>
  )
}

function whoChanges(role: string) {
  if (!ownersChangePlans())
    return "Only the operator of this installation can change your plan. Ask the operator for another plan."
  const change = "Plans are free of charge. A change takes effect immediately."
  return role === "owner" ? change : `${change} Only owners can change the plan.`
}
