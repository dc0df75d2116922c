/** Describes the limits of plans, and what happens to usage above the limit of another plan. */
import type { Plan } from "@/components/api/types"
import { count, pluralize } from "@/domain/kernel/format-count"

/** What the team uses of the limits that are counted. Rates per minute are not. */
export type PlanUse = { keys: number; webhooks: number; answersThisMonth: number }

export type Limit = {
  name: string
  amount: (plan: Plan) => number
  isYesOrNo?: boolean
  used?: (use: PlanUse) => number
  /** What the server does when a team uses more than `max`, because it used to be on a larger plan. */
  excess?: (used: number, max: number) => string
}

export const limits: Limit[] = [
  { name: "API, webhooks and MCP", amount: (plan) => Number(plan.has_developer_access), isYesOrNo: true },
  {
    name: "API keys",
    amount: (plan) => plan.keys,
    used: (use) => use.keys,
    excess: (used, max) =>
      `You use ${pluralize(used, "API key")}, and this plan has ${count(max)}. All of them keep working and can be rotated. You cannot create another one while ${count(max)} or more are active.`,
  },
  {
    name: "Webhooks",
    amount: (plan) => plan.webhook_endpoints,
    used: (use) => use.webhooks,
    excess: (used, max) =>
      `You use ${pluralize(used, "webhook")}, and this plan has ${count(max)}. All of them keep working. You cannot add another one while you have ${count(max)} or more.`,
  },
  { name: "Requests per minute per key", amount: (plan) => plan.key_requests_per_minute },
  { name: "Requests per minute per team", amount: (plan) => plan.team_requests_per_minute },
  {
    name: "AI answers per month",
    amount: (plan) => plan.ai_answers_per_month,
    used: (use) => use.answersThisMonth,
    excess: (used, max) =>
      `You requested ${pluralize(used, "AI answer")} this month, and this plan has ${count(max)} per month. No scan starts until next month (UTC). Scans that are running continue.`,
  },
]

/** Whether the team uses more of the limit than the plan allows. */
export const isExceeded = ({ amount, used }: Limit, plan: Plan, use: PlanUse) =>
  used !== undefined && used(use) > amount(plan)

/** A sentence for each limit of `plan` that the team exceeds. */
export const excessNotes = (plan: Plan, use: PlanUse): string[] =>
  limits.flatMap((limit) => {
    const { amount, used, excess } = limit
    return used && excess && isExceeded(limit, plan, use) ? [excess(used(use), amount(plan))] : []
  })

export function amountText(value: number, { isYesOrNo }: Limit) {
  if (isYesOrNo) return value ? "yes" : "no"
  return value === 0 ? "none" : count(value)
}
