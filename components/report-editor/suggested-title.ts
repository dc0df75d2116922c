/** Suggests the title of a widget from its kind, metrics and dimensions. Used while the title field is empty. */
import type { EditorChoices } from "./editor-choices"
import type { EditedWidget } from "./layout-changes"
import { isMetricKind, kindNames, metricQueryOf } from "./widget-kinds"

const maxCharacters = 200

export function suggestedTitle(widget: EditedWidget, choices: EditorChoices): string {
  const { kind, query } = widget
  if (kind === "text") return "Note"
  if (kind === "goal") return choices.goals.find(({ id }) => id === query["goal_id"])?.label ?? kindNames.goal
  if (!isMetricKind(kind)) return kindNames[kind]
  const title = [metricsPart(widget, choices), dimensionsPart(widget, choices)].filter(Boolean).join(" by ")
  return title.slice(0, 1).toUpperCase() + title.slice(1, maxCharacters)
}

/** "Ad spend, Ad clicks". A table of several metrics is named by its dimensions only, because its header lists them. */
function metricsPart(widget: EditedWidget, { metrics }: EditorChoices) {
  const query = metricQueryOf(widget)
  if (widget.kind === "table" && query.metrics.length > 1) return ""
  return query.metrics.map((id) => metrics.find((metric) => metric.id === id)?.label ?? id).join(", ")
}

/** "campaign and device". A line chart without dimensions is named by its interval: "day". */
function dimensionsPart(widget: EditedWidget, { dimensions }: EditorChoices) {
  const query = metricQueryOf(widget)
  if (widget.kind === "time_series" && query.dimensions.length === 0) return query.granularity ?? "day"
  const labels = query.dimensions.map((id) => dimensions.find((dimension) => dimension.id === id)?.label ?? id)
  return labels.map((label) => label.toLowerCase()).join(" and ")
}
