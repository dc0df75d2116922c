/** Turns what detectors found into the result of one check: selects recent findings and adds the rules that apply. */
import { addDays, dayIn } from "@/domain/metrics/calendar"
import { appliedRule } from "@/domain/signal-rules/applied-rules"
import type { EvaluationInput } from "./evaluation-input"
import type { Finding } from "./finding"
import type { Check, FindingWithRule } from "./record-findings"

/** `found` is empty when everything is as usual. */
export type CheckResult = Omit<Check, "team" | "client"> & { found: FindingWithRule[] }

/** An import can contain years of data, so only findings about the last final days create signals. */
const recentDays = 3
/** The last final day of an import can be long past. Findings about older days create no signal. */
const maxAgeDays = 30

/** Returns the findings about recent days. */
export function recentFindings({ context, now }: EvaluationInput, found: FindingWithRule[], lastFinalDay: string) {
  const oldest = addDays(dayIn(context.timezone, now), -maxAgeDays)
  return found.filter(
    ({ finding: { period } }) => period.to > addDays(lastFinalDay, -recentDays) && period.to >= oldest,
  )
}

/**
 * Adds to each finding the rule that applies to its type. Leaves out findings of types that are turned off. Leaves out
 * threshold findings too, because evaluate-metrics.ts adds the rule that each of them comes from.
 */
export const withRules = (
  { client, rules }: EvaluationInput,
  findings: readonly (Finding | null)[],
  project_id?: string,
): FindingWithRule[] =>
  findings.flatMap((finding) => {
    if (!finding || finding.type === "metric_threshold") return []
    const subject = { client_id: client.id, project_id, metric_id: finding.subject.metric_id }
    const rule = appliedRule(rules, finding.type, subject)
    return rule ? [{ finding, rule }] : []
  })
