/** Suggests the title of a widget from its metrics and dimensions. Used while the title field is empty. */
import type { EditorChoices } from "./editor-choices"
import type { EditedWidget } from "./layout-changes"
import { isMetricKind, kindNames, metricQueryOf } from "./widget-kinds"

export function suggestedTitle(widget: EditedWidget, { metrics, dimensions, projects, goals }: EditorChoices): string {
  const { kind, query } = widget
  const labels = new Map([...metrics, ...dimensions, ...projects, ...goals].map(({ id, label }) => [id, label]))
  const labelOf = (id: unknown) => labels.get(String(id))
  if (kind === "goal") return labelOf(query["goal_id"]) ?? kindNames.goal
  if (kind === "text") return "Note"
  if (!isMetricKind(kind)) return kindNames[kind]
  const metricQuery = metricQueryOf(widget)
  const [first, ...others] = metricQuery.metrics.map((id) => labelOf(id) ?? id)
  const what = others.length === 0 ? first : kind === "table" ? undefined : [first, ...others].join(", ")
  const by = metricQuery.dimensions.map((id) => (labelOf(id) ?? id).toLowerCase())
  if (kind === "time_series" && by.length === 0) by.push(metricQuery.granularity ?? "day")
  const title = what ? [what, ...(by.length > 0 ? [by.join(" and ")] : [])].join(" by ") : by.join(" and ")
  return title.slice(0, 1).toUpperCase() + title.slice(1, 200)
}
