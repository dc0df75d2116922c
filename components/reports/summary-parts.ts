/** Chooses what the summary of a report says: from its own widgets, so that it never contradicts the document. */
import { differenceOf, formatPoints, type Row, share } from "@/components/ai-visibility/format-metrics"
import { dayLabel } from "@/components/charts/labels"
import { goalSentence } from "@/components/goals/goal-sentence"
import { isForecastToMiss, outlookOf } from "@/components/goals/outlook"
import { percent } from "@/domain/metrics/format-value"
import type { WidgetData, WidgetPlace } from "./widget-data"

type Metrics = Pick<WidgetData, "columns" | "totals">

/**
 * The headline metrics of the report. A widget may show a part of a metric, such as the revenue of one channel, so a
 * metric keeps the name that the report gives it. If that name does not contain the metric's own name, it is left out.
 */
export function headlineMetrics(widgets: readonly WidgetData[]): Metrics {
  const metrics: Metrics = { columns: [], totals: {} }
  for (const { kind, status, title, columns, totals } of widgets) {
    if (kind !== "metric" || status !== "ok") continue
    for (const column of columns) {
      const value = totals[column.id]
      const label = columns.length === 1 ? title : column.label
      const isNamed = label.toLowerCase().includes(column.label.toLowerCase())
      if (!value || !isNamed || metrics.totals[column.id]) continue
      metrics.columns.push({ ...column, label })
      metrics.totals[column.id] = value
    }
  }
  return metrics
}

export type SummarizedGoal = { title: string; words: string; sentence: string; isMissed: boolean }

/**
 * Where each goal of the report stands, under the title of its widget: "€31,238 short of the target at the current
 * pace. …". `isMissed`: it is missed, or its whole forecast misses it.
 */
export const summarizedGoals = (widgets: readonly WidgetData[]): SummarizedGoal[] =>
  widgets.flatMap(({ goal, title, columns: [column] }) => {
    const sentence = goal && column && goalSentence(goal, column)
    if (!sentence) return []
    const { state, words } = outlookOf(goal)
    return [{ title, words, sentence, isMissed: state === "danger" || (state === "caution" && isForecastToMiss(goal)) }]
  })

/**
 * "In the 4 scans of this period, 61.8% of AI answers mentioned Bergamo Bikes, up 13 points from the comparison period.
 * Latest scan, 27 Nov: 69.7%." for each own brand. It names the scans because other pages show only the latest one.
 */
export function visibilitySentences(widgets: readonly WidgetData[]): string[] {
  const sentences = widgets.flatMap((widget) => {
    const row = widget.ai_visibility?.rows.find(isWholeOwnBrand)
    if (!row) return []
    const latest = latestScan(widget)
    const ofPeriod = visibilitySentence(row, widget.ai_visibility?.totals.scans_n ?? 0)
    return [[row.brand.id, latest ? `${ofPeriod} ${latestSentence(latest)}` : ofPeriod] as const]
  })
  return [...new Map(sentences).values()]
}

/** Your brand in the latest scan. Null without values by scan, and for a single scan, which is the whole period. */
export function latestScan({ series: [ownSeries], ai_visibility }: WidgetData) {
  const latest = ownSeries?.points.at(-1)
  if (!latest || latest.value === null || (ai_visibility?.totals.scans_n ?? 0) < 2) return null
  return { day: dayLabel(latest.date), visibility: percent(latest.value), brand: ownSeries?.labels["brand"] }
}

const latestSentence = ({ day, visibility }: NonNullable<ReturnType<typeof latestScan>>) =>
  `Latest scan, ${day}: ${visibility}.`

const isWholeOwnBrand = ({ brand, group, visibility }: Row) =>
  brand.kind === "own" && Object.keys(group).length === 0 && visibility.value !== null

function visibilitySentence({ brand, visibility, change }: Row, scans: number): string {
  const inScans = scans === 1 ? "In the scan of this period" : `In the ${scans} scans of this period`
  return `${inScans}, ${share(visibility)} of AI answers mentioned ${brand.name}${changeClause(change)}.`
}

function changeClause(change: Row["change"]): string {
  if (change?.verdict === "no_clear_change") return ", without a clear change since the comparison period"
  if (change?.verdict !== "up" && change?.verdict !== "down") return ""
  const { difference } = differenceOf(change)
  const size = difference === null ? "" : ` ${formatPoints(difference)}`
  return `, ${change.verdict}${size} from the comparison period`
}

/** True if the report opens with a summary, which needs a comparison and at least one fact in its widgets. */
export function hasSummary(
  widgets: readonly WidgetData[],
  { days, comparison }: Pick<WidgetPlace, "days" | "comparison">,
) {
  if (!days || !comparison) return false
  const hasChanges = Object.values(headlineMetrics(widgets).totals).some(({ delta_rel }) => delta_rel !== null)
  return hasChanges || summarizedGoals(widgets).length > 0 || visibilitySentences(widgets).length > 0
}
