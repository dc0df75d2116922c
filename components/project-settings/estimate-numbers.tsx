/** Shows the number of answers per scan and per month, the remaining quota, and the cost. */
import type { ReactNode } from "react"
import { count, formatCost, pluralize } from "@/domain/kernel/format-count"
import type { Estimate } from "./scan-settings"

export function EstimateNumbers({ estimate }: { estimate: Estimate }) {
  const { tasks, engines, scans_a_month, tasks_a_month, left_this_month, allowed_a_month } = estimate
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4">
      <Item name="Answers per scan" more={formatFactors({ ...estimate, engines_n: engines.length })}>
        {count(tasks)}
      </Item>
      <Item
        name="Answers per month"
        more={scans_a_month === 0 ? "scans start manually" : `at most ${pluralize(scans_a_month, "scan")}`}
      >
        {scans_a_month === 0 ? "–" : count(tasks_a_month)}
      </Item>
      <Item name="Left this month" more={`of ${count(allowed_a_month)}`}>
        {count(left_this_month)}
      </Item>
      <Item name="Cost per scan" more={describeCostBasis(estimate)}>
        {estimate.cost_usd === null || engines.length === 0 ? "–" : formatCost(estimate.cost_usd)}
      </Item>
    </dl>
  )
}

function Item({ name, more, children }: { name: string; more: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-quiet text-table">{name}</dt>
      <dd>
        <span className="figures block text-title">{children}</span>
        <span className="block text-quiet text-small">{more}</span>
      </dd>
    </div>
  )
}

type Factors = Pick<Estimate, "prompts_n" | "regions_n" | "runs_per_prompt"> & { engines_n: number }

/** The factors of the number of answers per scan: "12 prompts × 2 engines × 3 runs". */
export function formatFactors({ prompts_n, engines_n, regions_n, runs_per_prompt }: Factors): string {
  const factors = [
    pluralize(prompts_n, "prompt"),
    pluralize(engines_n, "engine"),
    regions_n > 1 && pluralize(regions_n, "region"),
    pluralize(runs_per_prompt, "run"),
  ]
  return factors.filter(Boolean).join(" × ")
}

/** What the cost per scan is based on, or why it is not known. */
function describeCostBasis({ cost_usd, by_engine, scans_a_month }: Estimate): string {
  if (by_engine.length === 0) return "choose an engine first"
  if (by_engine.every(({ is_sample }) => is_sample))
    return by_engine.length > 1 ? "sample engines are free" : "the sample engine is free"
  const unknown = by_engine.filter((engine) => engine.cost_usd === null).map(({ name }) => name)
  if (cost_usd === null || unknown.length > 0) return `not known yet for ${unknown.join(", ") || "any engine"}`
  return scans_a_month > 0
    ? `${formatCost(cost_usd * scans_a_month)} per month, based on earlier answers`
    : "based on earlier answers"
}
