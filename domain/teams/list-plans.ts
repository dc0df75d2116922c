/** Lists the plans, each with its limits. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { limitsOf, limitsOfTeam, planNames } from "@/domain/kernel/plans"

const plan = z.object({
  id: z.enum(planNames),
  label: z.string(),
  is_current: z.boolean(),
  has_developer_access: z.boolean(),
  keys: z.int(),
  webhook_endpoints: z.int(),
  key_requests_per_minute: z.int(),
  team_requests_per_minute: z.int(),
  ai_answers_per_month: z.int(),
})

export const listPlans = defineOperation({
  id: "teams.listPlans",
  summary: "List plans and their limits",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: z.array(plan),
  async handle({ team }) {
    const data = planNames.map((id) => {
      const limits = team.plan === id ? limitsOfTeam(team) : limitsOf(id)
      return {
        id,
        label: limits.label,
        is_current: team.plan === id,
        has_developer_access: limits.hasDeveloperAccess,
        keys: limits.keys,
        webhook_endpoints: limits.webhookEndpoints,
        key_requests_per_minute: limits.keyRequestsPerMinute,
        team_requests_per_minute: limits.teamRequestsPerMinute,
        ai_answers_per_month: limits.aiAnswersPerMonth,
      }
    })
    return { data }
  },
})
