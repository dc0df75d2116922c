/** Loads the client, the metrics context and the rules that an evaluation needs. */
import { z } from "zod"
import { loadQueryContext, type QueryContext } from "@/domain/metrics/query-context"
import { loadRules } from "@/domain/signal-rules/applied-rules"
import type { SignalRule } from "@/domain/signal-rules/rule"
import { rows, sql } from "@/prisma/client"
import type { Check } from "./record-findings"

export type EvaluationInput = {
  team: Check["team"]
  client: Check["client"]
  context: QueryContext
  rules: SignalRule[]
  /** False for clients that are paused or archived, and for clients of suspended teams. */
  is_evaluated: boolean
  now: Date
}

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
