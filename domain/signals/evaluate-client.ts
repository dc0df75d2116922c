/** Evaluates the signals of one client: examines its metrics, goals, data sources and AI-visibility projects. */
import { log } from "@/domain/kernel/log"
import { examineGoals } from "./evaluate-goals"
import { examineMetrics } from "./evaluate-metrics"
import { examineProjects } from "./evaluate-projects"
import { examineQueryGroups } from "./evaluate-query-groups"
import { examineRanking } from "./evaluate-ranking"
import { examineSources } from "./evaluate-sources"
import { type CheckResult, type EvaluatedClient, loadEvaluatedClient } from "./evaluated-client"
import { recordFindings } from "./record-findings"

const parts: Record<string, (evaluated: EvaluatedClient) => Promise<CheckResult[]>> = {
  sources: examineSources,
  metrics: examineMetrics,
  queries: examineQueryGroups,
  ranking: examineRanking,
  goals: examineGoals,
  projects: examineProjects,
}

/**
 * Returns the ids of the signals that it created. May be called repeatedly and concurrently. Call inside the client's team.
 * If one part fails, the others are still evaluated. Throws the first error at the end, so that the client stays due.
 */
export async function evaluateClient(teamId: string, clientId: string, now: Date): Promise<string[]> {
  const evaluated = await loadEvaluatedClient(teamId, clientId, now)
  if (!evaluated?.is_evaluated) return []
  const created: string[] = []
  const errors: unknown[] = []
  for (const [part, examine] of Object.entries(parts)) {
    try {
      for (const { found, ...check } of await examine(evaluated))
        created.push(
          ...(await recordFindings({ ...check, team: evaluated.team, client: evaluated.client }, found, now)),
        )
    } catch (err) {
      log.error({ err, client_id: clientId, part }, "could not evaluate a part of the client's signals")
      errors.push(err)
    }
  }
  if (errors.length > 0) throw errors[0]
  return created
}
