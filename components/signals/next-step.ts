/** Chooses the page that the main button of a signal opens, and the text of the button. */
import { urlWithQuery } from "@/components/lists/pager"
import type { Signal } from "./signal-labels"

export type NextStep = { name: string; href: string }

/**
 * `base`: the path of the team. `promptId`: the prompt that contributed most to a change of visibility. Null if the
 * subject of the signal has no page.
 */
export function nextStepOf(signal: Signal, base: string, promptId?: string): NextStep | null {
  switch (signal.subject.kind) {
    case "ai_project":
      return projectStep(signal, base, promptId)
    case "goal":
      return goalStep(signal, base)
    case "data_source":
      return sourceStep(signal, base)
    case "metric":
      return signal.type === "data_restated" ? sourceStep(signal, base) : metricStep(signal, base)
  }
}

function goalStep({ type, client }: Signal, base: string): NextStep {
  const isBudget = type === "budget_pacing" || type === "budget_exceeded"
  return { name: isBudget ? "Open budget" : "Open goal", href: `${base}/clients/${client.id}/goals` }
}

const sourceStep = ({ subject: { data_source_id } }: Signal, base: string): NextStep | null =>
  data_source_id ? { name: "Open data source", href: `${base}/sources/${data_source_id}` } : null

const metricStep = ({ subject: { metric_id: metric }, client }: Signal, base: string): NextStep | null =>
  metric ? { name: "Open metric", href: urlWithQuery(`${base}/clients/${client.id}`, { metric }) } : null

function projectStep({ subject, evidence }: Signal, base: string, promptId: string | undefined): NextStep | null {
  if (!subject.project_id) return null
  const project = `${base}/ai-visibility/${subject.project_id}`
  const { scan_id } = evidence
  const domain = subject.filter?.["cited_domain"]
  if (typeof domain === "string")
    return { name: "See cited pages", href: `${project}/citations/${encodeURIComponent(domain)}` }
  if (promptId && scan_id) {
    const href = urlWithQuery(`${project}/prompts/${promptId}/compare`, { after: scan_id, engine: subject.engine_id })
    return { name: "Compare answers", href }
  }
  return { name: "Open scan", href: scan_id ? `${project}/scans/${scan_id}` : `${project}/scans` }
}
