/** Types of a widget's data and its period. */
import type { Data } from "@/components/api/types"

export type WidgetData = Data<"reports", "getData">["widgets"][number]
export type Days = { from: string; to: string } | null | undefined
