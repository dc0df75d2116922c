/** The next step for a signal: the page that shows what it is about, and the words of the button that opens it. */
import type { Signal } from "@/components/signals/signal-labels"

type NextStep = { action: string; actionHref: string }
type Facts = Pick<Signal, "category" | "type" | "subject" | "client">

/** `base`: the path of the team. Null if the signal's own page is the next step. */
export function nextStepOf({ category, subject, client }: Facts, base: string): NextStep | null {
  const { project_id, data_source_id, metric_id } = subject
  const domain = subject.filter?.["cited_domain"]
  const project = `${base}/ai-visibility/${project_id}`
  if (project_id && typeof domain === "string")
    return { action: "See citing pages", actionHref: `${project}/citations/${encodeURIComponent(domain)}` }
  if (project_id) return { action: "See prompts", actionHref: `${project}/prompts` }
  if (data_source_id) return { action: "Open source", actionHref: `${base}/sources/${data_source_id}` }
  const clientPath = `${base}/clients/${client.id}`
  if (category === "goal") return { action: "Open goal", actionHref: `${clientPath}/goals` }
  if (category === "budget") return { action: "Open budget", actionHref: `${clientPath}/goals` }
  return metric_id ? { action: "See metric", actionHref: `${clientPath}?metric=${metric_id}` } : null
}
