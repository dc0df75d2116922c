/**
 * Loads the client, the metrics context and the rules that an evaluation needs, and defines the result of one check.
 */
import { z } from "zod"
import { addDays, dayIn } from "@/domain/metrics/calendar"
import { loadQueryContext, type QueryContext } from "@/domain/metrics/query-context"
import { appliedRule, loadRules } from "@/domain/signal-rules/applied-rules"
import type { SignalRule } from "@/domain/signal-rules/rule"
import { rows, sql } from "@/prisma/client"
import type { Finding } from "./finding"
import type { Check, FindingWithRule } from "./record-findings"

export type EvaluationInput = {
  team: Check["team"]
  client: Check["client"]
  context: QueryContext
  rules: SignalRule[]
  /** False for clients that are paused or archived, and for clients of suspended teams. */
  is_evaluated: boolean
  now: Date
}

/** The findings of one check. `found` is empty when everything is as usual. */
export type CheckResult = Omit<Check, "team" | "client"> & { found: FindingWithRule[] }

const clientRow = z.object({
  id: z.string(),
  name: z.string(),
  external_id: z.string().nullable(),
  is_evaluated: z.boolean(),
  slug: z.string(),
})

/** Returns undefined when the team has no such client. */
export async function loadEvaluationInput(
  teamId: string,
  clientId: string,
  now: Date,
): Promise<EvaluationInput | undefined> {
  const [found] = await rows(
    clientRow,
    sql`
      select c.id, c.name, c.external_id, t.slug, c.status = 'active' and not t.is_suspended as is_evaluated
      from client c join team t on t.id = c.team_id where c.team_id = ${teamId} and c.id = ${clientId}`,
  )
  const [context, rules] = await Promise.all([loadQueryContext(teamId, clientId), loadRules(teamId)])
  if (!found || !context) return undefined
  const { slug, is_evaluated, ...client } = found
  return { team: { id: teamId, slug }, client, context, rules, is_evaluated, now }
}

/** A disconnected source brings no new days, so its series cannot change. */
export const connectedSources = ({ context }: EvaluationInput) =>
  context.sources.filter(({ status }) => status !== "disconnected")

/** Findings that end before the last three final days create no signal, because an import can contain years. */
const recentDays = 3
/** Findings that ended longer ago than this create no signal, because an import can contain only past days. */
const maxAgeDays = 30

/** Leaves out findings about days that are long past. */
export function recentFindings({ context, now }: EvaluationInput, found: FindingWithRule[], lastFinalDay: string) {
  const oldest = addDays(dayIn(context.timezone, now), -maxAgeDays)
  return found.filter(
    ({ finding: { period } }) => period.to > addDays(lastFinalDay, -recentDays) && period.to >= oldest,
  )
}

/**
 * Adds to each finding the rule that applies to its type. Findings of types that are turned off are left out.
 * Threshold findings are left out too: evaluate-metrics.ts adds the rule that each of them comes from.
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
