/** Formats a goal for display: its name, its period, its target and its status. */
import type { Data } from "@/components/api/types"
import { periodLabel } from "@/components/lists/ranges"
import { formatValue, type ValueFormat } from "@/domain/metrics/format-value"

export type Goal = Data<"clients", "listGoals">[number]

/** "Revenue, November 2026" */
export const goalName = ({ label, ...goal }: Goal) => [label, ...filterNames(goal), goalPeriod(goal)].join(", ")

/** "November 2026", "Q4 2026", or the dates. */
export function goalPeriod({ period, starts_on, ends_on }: Pick<Goal, "period" | "starts_on" | "ends_on">): string {
  const first = new Date(`${starts_on}T00:00:00Z`)
  if (period === "month") return first.toLocaleDateString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" })
  if (period === "quarter") return `Q${Math.floor(first.getUTCMonth() / 3) + 1} ${first.getUTCFullYear()}`
  return periodLabel({ from: starts_on, to: ends_on })
}

type Target = Pick<Goal, "comparator" | "target">

/** "at least €120,000" */
export const describeTarget = ({ comparator, target }: Target, column: ValueFormat) =>
  `${comparator === "at_least" ? "at least" : "at most"} ${formatValue(target, column)}`

/** "Brand or Retargeting", for each dimension. */
const filterNames = ({ filter }: Pick<Goal, "filter">) => Object.values(filter).map((values) => values.join(" or "))

export const goalStatusNames: Record<Goal["status"], string> = {
  active: "active",
  met: "met",
  missed: "missed",
  archived: "archived",
}
