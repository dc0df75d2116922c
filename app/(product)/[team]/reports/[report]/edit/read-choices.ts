/** Reads the choices of the report editor: metrics, dimensions, projects and goals. */
import { goalName } from "@/components/goals/goal-name"
import type { EditorChoices } from "@/components/report-editor/editor-choices"
import { allPages } from "@/server/all-pages"
import type { OperationCaller } from "@/server/caller"

export async function readChoices(
  api: OperationCaller,
  { id, client_id }: { id: string; client_id: string },
): Promise<EditorChoices> {
  const [metrics, dimensions, projects, goals] = await Promise.all([
    api.metrics.list({ answered_by: "metrics" }),
    api.metrics.listDimensions({}),
    allPages((cursor) => api.aiVisibility.listProjects({ client_id, limit: 200, cursor })),
    api.clients.listGoals({ client_id, limit: 200 }),
  ])
  return {
    reportId: id,
    clientId: client_id,
    metrics: metrics.data.map(({ id, label }) => ({ id, label })).sort((a, b) => a.label.localeCompare(b.label)),
    dimensions: dimensions.data.map(({ id, label }) => ({ id, label })),
    projects: projects.map(({ id, name }) => ({ id, label: name })),
    goals: goals.data.map((goal) => ({ id: goal.id, label: goalName(goal) })),
  }
}
