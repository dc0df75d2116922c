/** Evaluates the signals of one client: its metrics, goals, data sources and AI-visibility projects. */
import { log } from "@/domain/kernel/log"
import type { CheckResult } from "./check-result"
import { evaluateGoals } from "./evaluate-goals"
import { evaluateMetrics, evaluateQueryGroups } from "./evaluate-metrics"
import { evaluateProjects } from "./evaluate-projects"
import { evaluateRanking } from "./evaluate-ranking"
import { evaluateSources } from "./evaluate-sources"
import { type EvaluationInput, loadEvaluationInput } from "./evaluation-input"
import { recordFindings } from "./record-findings"

/** The parts of an evaluation in their order. `evaluateSources` includes restated days. */
const parts: Record<string, (input: EvaluationInput) => Promise<CheckResult[]>> = {
  sources: evaluateSources,
  metrics: evaluateMetrics,
  queryGroups: evaluateQueryGroups,
  ranking: evaluateRanking,
  goals: evaluateGoals,
  projects: evaluateProjects,
}

/**
 * Returns the ids of the signals that it created. Call it inside the client's team. Repeated and concurrent calls are
 * safe.
 *
 * If one part fails, the others are still evaluated. The first error is thrown at the end, so that the client stays
 * due.
 */
export async function evaluateClient(teamId: string, clientId: string, now: Date): Promise<string[]> {
  const input = await loadEvaluationInput(teamId, clientId, now)
  if (!input?.is_evaluated) return []
  const created: string[] = []
  const errors: unknown[] = []
  for (const [part, evaluate] of Object.entries(parts)) {
    try {
      for (const { found, ...check } of await evaluate(input))
        created.push(...(await recordFindings({ ...check, team: input.team, client: input.client }, found, now)))
    } catch (err) {
      log.error({ err, client_id: clientId, part }, "could not evaluate a part of the client's signals")
      errors.push(err)
    }
  }
  if (errors.length > 0) throw errors[0]
  return created
}
