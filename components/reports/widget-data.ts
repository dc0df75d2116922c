/** A widget with its figures, and the days it speaks of. */
import type { Data } from "@/components/api/types"

export type WidgetData = Data<"reports", "data">["widgets"][number]
export type Days = { from: string; to: string } | null | undefined
