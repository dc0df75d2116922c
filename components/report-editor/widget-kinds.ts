/** Names the kinds of widgets in the editor, and builds the query of a widget of each kind. */
import { isSmall } from "@/components/reports/widget-grid"
import { type EditedWidget, newKey } from "./layout-changes"

export type WidgetKind = EditedWidget["kind"]

export const kindNames: Record<WidgetKind, string> = {
  metric: "Headline numbers",
  time_series: "Line chart",
  table: "Table",
  breakdown: "Breakdown",
  goal: "Goal",
  ai_visibility: "AI visibility",
  citations: "Cited sources",
  signals: "Signals",
  text: "Text",
}

export const kindHints: Record<WidgetKind, string> = {
  metric: "One or more totals, each with its change.",
  time_series: "Values by day, week or month, with the comparison as a dashed line.",
  table: "Metrics by up to three dimensions.",
  breakdown: "The largest parts of one dimension, and the rest as one row.",
  goal: "Progress of one of the client's goals.",
  ai_visibility: "How AI engines mention your brand and its competitors.",
  citations: "The sources that AI engines cite.",
  signals: "Changes that Signalbox found in the client's data.",
  text: "Your own words, in Markdown.",
}

const metricKinds: readonly WidgetKind[] = ["metric", "time_series", "table", "breakdown"]
export const isMetricKind = (kind: WidgetKind) => metricKinds.includes(kind)

/** The query of a metric widget, with the defaults of the operation. */
export type MetricQuery = {
  metrics: string[]
  dimensions: string[]
  filter: Record<string, string[]>
  order_by?: string
  limit?: number
  granularity?: string
}

export const metricQueryOf = ({ query }: Pick<EditedWidget, "query">): MetricQuery => ({
  metrics: [],
  dimensions: [],
  filter: {},
  ...(query as Partial<MetricQuery>),
})

/** True for a single metric, which shares its row with others. */
export const isSmallWidget = (widget: Pick<EditedWidget, "kind" | "query">) =>
  isSmall(widget.kind, metricQueryOf(widget).metrics.length)

/** The maximum number of dimensions by kind. A kind that is not listed has no dimensions. */
export const maxDimensions: Partial<Record<WidgetKind, number>> = { time_series: 3, table: 3, breakdown: 1 }
const defaultLimits: Partial<Record<WidgetKind, number>> = { time_series: 5, table: 25, breakdown: 6 }

/** The query of a widget after its kind was changed. Keeps the settings that both kinds have. */
export function queryForKind(
  kind: WidgetKind,
  query: EditedWidget["query"],
  defaults: DefaultChoices,
): EditedWidget["query"] {
  if (kind === "text") return {}
  if (kind === "goal") return { goal_id: query["goal_id"] ?? defaults.goal }
  if (kind === "ai_visibility")
    return { project_id: query["project_id"] ?? defaults.project, group_by: ["brand"], limit: 25 }
  if (kind === "citations") return { project_id: query["project_id"] ?? defaults.project, limit: 10 }
  if (kind === "signals") return { min_severity: "info", limit: 10 }
  const { metrics, dimensions, filter } = metricQueryOf({ query })
  const shared = { metrics: metrics.length > 0 ? metrics : [defaults.metric], filter }
  if (kind === "metric") return shared
  const allowedDimensions = dimensions.slice(0, maxDimensions[kind])
  const needsDimension = kind !== "time_series" && allowedDimensions.length === 0
  return {
    ...shared,
    dimensions: needsDimension ? [defaults.dimension] : allowedDimensions,
    limit: defaultLimits[kind],
    ...(kind === "time_series" && { granularity: query["granularity"] ?? "day" }),
  }
}

/** The choices that a new widget starts with. */
export type DefaultChoices = {
  metric: string
  dimension: string
  project: string | undefined
  goal: string | undefined
}

/** Creates a widget with a default query, so that its preview shows data immediately. */
export const newWidget = (kind: WidgetKind, defaults: DefaultChoices): EditedWidget => ({
  key: newKey(),
  kind,
  title: "",
  query: queryForKind(kind, {}, defaults),
  options: kind === "text" ? { text: "" } : {},
})
