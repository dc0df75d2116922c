/** Types of a widget's data and its period. */
import type { Data } from "@/components/api/types"

export type WidgetData = Data<"reports", "data">["widgets"][number]
export type Days = { from: string; to: string } | null | undefined
