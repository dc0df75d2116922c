/** Names the limits that an operator can set for one team, and the types of the operator's pages. */
import type { Data } from "@/components/api/types"

export type OperatedTeam = Data<"installation", "listTeams">[number]
export type LimitName = keyof OperatedTeam["limits"]
export type PlanChoice = { id: OperatedTeam["plan"]; label: string; limits: Record<LimitName, number> }

export const limitWords: Record<LimitName, string> = {
  ai_answers_per_month: "AI answers a month",
  keys: "API keys",
  webhook_endpoints: "Webhooks",
  key_requests_per_minute: "Requests a minute, each key",
  team_requests_per_minute: "Requests a minute, the team",
  concurrent_requests_per_key: "Concurrent requests, each key",
}

export const limitNames = Object.keys(limitWords) as LimitName[]
