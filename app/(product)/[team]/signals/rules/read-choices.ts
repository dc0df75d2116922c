/** Reads the clients, projects and metrics that a rule can be about. */
import type { RuleChoices } from "@/components/signals/rule-labels"
import type { OperationCaller } from "@/server/caller"

export async function readChoices(api: OperationCaller): Promise<RuleChoices> {
  const [clients, projects, metrics] = await Promise.all([
    api.clients.list({ sort: "name", limit: 200 }),
    api.aiVisibility.listProjects({ limit: 200 }),
    api.metrics.list({ answered_by: "metrics" }),
  ])
  return {
    clients: clients.data.map(({ id, name }) => ({ id, name })),
    projects: projects.data.map(({ id, name }) => ({ id, name })),
    metrics: metrics.data.map(({ id, label, unit }) => ({ id, label, unit })),
  }
}
