/** How many answers a scan asks for, how many that makes in a month, what is left, and what it costs. */
import type { ReactNode } from "react"
import { plural } from "./prompt-words"
import type { Estimate, ScanSettings } from "./scan-settings"

type Props = { estimate: Estimate; settings: ScanSettings }

export function EstimateFigures({ estimate, settings }: Props) {
  const { tasks, prompts_n, engines, regions_n, runs_per_prompt, scans_a_month, tasks_a_month } = estimate
  const factors = [
    plural(prompts_n, "prompt"),
    plural(engines.length, "engine"),
    regions_n > 1 && plural(regions_n, "region"),
    plural(runs_per_prompt, "run"),
  ]
  const { left, allowed } = withBudget(estimate, settings)
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4">
      <Figure name="Answers a scan" more={factors.filter(Boolean).join(" × ")}>
        {tasks.toLocaleString("en")}
      </Figure>
      <Figure
        name="Answers a month"
        more={scans_a_month === 0 ? "scans start by hand" : `${plural(scans_a_month, "scan")} at most`}
      >
        {scans_a_month === 0 ? "–" : tasks_a_month.toLocaleString("en")}
      </Figure>
      <Figure name="Left this month" more={`of ${allowed.toLocaleString("en")}`}>
        {left.toLocaleString("en")}
      </Figure>
      <Figure name="Cost a scan" more={costWords(estimate)}>
        {estimate.cost_usd === null ? "–" : dollars(estimate.cost_usd)}
      </Figure>
    </dl>
  )
}

function Figure({ name, more, children }: { name: string; more: ReactNode; children: ReactNode }) {
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

/** The estimate knows the budget that is saved; a smaller one that is being typed counts already. */
function withBudget({ left_this_month, allowed_a_month }: Estimate, { monthly_answer_budget: budget }: ScanSettings) {
  const used = allowed_a_month - left_this_month
  const allowed = budget > 0 ? Math.min(budget, allowed_a_month) : allowed_a_month
  return { left: Math.max(0, allowed - used), allowed }
}

const dollars = (usd: number) =>
  usd.toLocaleString("en", { style: "currency", currency: "USD", minimumFractionDigits: 2 })

function costWords({ cost_usd, by_engine, scans_a_month }: Estimate): string {
  if (by_engine.length > 0 && by_engine.every(({ is_sample }) => is_sample)) return "the sample engine costs nothing"
  const unknown = by_engine.filter((engine) => engine.cost_usd === null).map(({ name }) => name)
  if (cost_usd === null || unknown.length > 0) return `not known yet of ${unknown.join(", ") || "any engine"}`
  return scans_a_month > 0
    ? `${dollars(cost_usd * scans_a_month)} a month, by earlier answers`
    : "by what earlier answers cost"
}
