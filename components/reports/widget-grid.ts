/**
 * The grid of a section, and the class of a widget in it. Small widgets are beside each other. On phones, two share a
 * row, and the last one fills its row if it is alone. Elsewhere, three share a row, or four if that leaves none alone.
 */
import { cn } from "@/components/ui/class-names"
import type { WidgetData } from "./widget-data"

export const widgetGrid = (smallWidgets: number) =>
  cn(
    "flex flex-wrap gap-x-8 gap-y-10 sm:grid print:grid",
    smallWidgets > 0 && smallWidgets % 4 === 0
      ? "sm:grid-cols-4 print:grid-cols-4"
      : "sm:grid-cols-3 print:grid-cols-3",
  )
export const widgetClass = (isSmall: boolean) => `min-w-0 ${isSmall ? "flex-[1_1_40%]" : "col-span-full basis-full"}`

/** True for a single metric. */
export const isSmall = (kind: WidgetData["kind"], metricCount: number) => kind === "metric" && metricCount === 1
