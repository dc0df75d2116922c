/** The page that a user of a signal opens next, and the words of the button that leads there. */
import { urlWithQuery } from "@/components/lists/pager"
import type { Signal } from "./signal-labels"

export type NextStep = { name: string; href: string }

/**
 * `base`: the path of the team. `promptId`: the prompt that contributed most to a change of visibility. Null if the
 * subject of the signal has no page.
 */
export function nextStepOf(signal: Signal, base: string, promptId?: string): NextStep | null {
  const { subject, client } = signal
  if (subject.kind === "ai_project") return projectStep(signal, base, promptId)
  if (subject.kind === "goal") {
    const isBudget = signal.type === "budget_pacing" || signal.type === "budget_exceeded"
    return { name: isBudget ? "Open budget" : "Open goal", href: `${base}/clients/${client.id}/goals` }
  }
  if (isAboutSource(signal) && subject.data_source_id)
    return { name: "Open data source", href: `${base}/sources/${subject.data_source_id}` }
  const metric = subject.metric_id
  return metric ? { name: "Open metric", href: urlWithQuery(`${base}/clients/${client.id}`, { metric }) } : null
}

const isAboutSource = ({ type, subject }: Signal) => subject.kind === "data_source" || type === "data_restated"

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
