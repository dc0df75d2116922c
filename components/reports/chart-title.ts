/** Builds the titles of the charts in a report. A chart whose widget has the same title shows none of its own. */
import { unitLabel } from "@/components/charts/labels"
import type { WidgetData } from "./widget-data"

type Column = WidgetData["columns"][number]

/** "Revenue by day". Null if the title of the widget names the metric. */
export function chartTitle({ title, columns, granularity }: WidgetData, { label }: Column): string | null {
  const isNamed = columns.length === 1 && startsWith(title, label)
  return isNamed ? null : `${label}${byInterval(granularity)}`
}

/**
 * The text beside the title of a widget: the unit, such as "in EUR", and "by day" if the title does not contain it.
 * Empty if the charts of the widget have separate titles.
 */
export function titleDetail(widget: WidgetData): string {
  const { kind, title, columns, granularity } = widget
  const [column] = columns
  if (kind !== "time_series" || !column || chartTitle(widget, column) !== null) return ""
  const byDay = byInterval(granularity)
  const isSaid = startsWith(title, `${column.label}${byDay}`)
  return [isSaid ? "" : byDay.trim(), unitLabel(column)].filter(Boolean).join(", ")
}

const startsWith = (title: string, words: string) => title.toLowerCase().startsWith(words.toLowerCase())

/** " by day". Empty if the chart could not be loaded. */
const byInterval = (granularity: WidgetData["granularity"]) => (granularity ? ` by ${granularity}` : "")
