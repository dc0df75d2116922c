/** Names the limits that an operator can set for one team, and the types of the operator's pages. */
import type { Data } from "@/components/api/types"

export type OperatedTeam = Data<"installation", "listTeams">[number]
export type LimitName = keyof OperatedTeam["limits"]
export type PlanChoice = { id: OperatedTeam["plan"]; label: string; limits: Record<LimitName, number> }

export const limitLabels: Record<LimitName, string> = {
  ai_answers_per_month: "AI answers per month",
  keys: "API keys",
  webhook_endpoints: "Webhooks",
  key_requests_per_minute: "Requests per minute and key",
  team_requests_per_minute: "Requests per minute and team",
  concurrent_requests_per_key: "Concurrent requests per key",
}

export const limitNames = Object.keys(limitLabels) as LimitName[]
