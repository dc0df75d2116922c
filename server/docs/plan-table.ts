/** The limits of the plans as a Markdown table. */
import { limitsOf, planNames } from "@/domain/kernel/plans"

const rows = {
  keyRequestsPerMinute: "Requests per minute and key",
  teamRequestsPerMinute: "Requests per minute and team",
  concurrentRequestsPerKey: "Requests at the same time per key",
  keys: "API keys",
  webhookEndpoints: "Webhook endpoints",
  aiAnswersPerMonth: "AI answers per month",
} as const

/** Shows the limits of this installation. Plans without API access are left out. */
export function planTable() {
  const plans = planNames.map(limitsOf).filter((limits) => limits.hasDeveloperAccess)
  return [
    `| Limit | ${plans.map(({ label }) => label).join(" | ")} |`,
    `|---|${plans.map(() => "---|").join("")}`,
    ...Object.entries(rows).map(
      ([name, label]) =>
        `| ${label} | ${plans.map((limits) => limits[name as keyof typeof rows].toLocaleString("en")).join(" | ")} |`,
    ),
  ].join("\n")
}
