/**
 * Builds the class names of a section's grid and of its widgets. Only small widgets share a row. On phones, a row has
 * two of them, and a single last one fills its row. On wider screens, a row has four if that fills all rows, or else
 * three.
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
