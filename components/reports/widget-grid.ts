/** The grid of a section, and the class of a widget in it. Small widgets are beside each other. */
import type { WidgetData } from "./widget-data"

export const widgetGrid = "grid grid-cols-2 gap-x-8 gap-y-10 sm:grid-cols-3 print:grid-cols-3"
export const widgetClass = (isSmall: boolean) => `min-w-0 ${isSmall ? "" : "col-span-full"}`

/** True for a single metric. */
export const isSmall = (kind: WidgetData["kind"], metricCount: number) => kind === "metric" && metricCount === 1
