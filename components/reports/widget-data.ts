/** Types of a widget's data and its period. A shared report has the same types, without internal fields. */
import type { Data } from "@/components/api/types"
import type { Sorting } from "@/components/lists/sort-th"

type FullWidget = Data<"reports", "getData">["widgets"][number]
type SharedWidget = Data<"reports", "getShared">["sections"][number]["widgets"][number]
type WidgetError = Pick<NonNullable<FullWidget["error"]>, "message"> & Partial<NonNullable<FullWidget["error"]>>

export type WidgetData = Omit<SharedWidget, "error"> & { error: WidgetError | null }
/** A period by its first and last day. */
export type Days = { from: string; to: string } | null | undefined
/**
 * Where a widget is shown. `days` is the period. `team` is the path of the team, which shared reports do not have.
 * `hasSummary`: the report opens with a summary, so widgets do not repeat its sentences. `sortingOf`: the order of
 * the table of a widget. The reader can then sort the table, choose its columns and download it.
 */
export type WidgetPlace = {
  days: Days
  comparison: Days
  team?: string | undefined
  hasSummary?: boolean
  sortingOf?: (widgetId: string) => Sorting
  widgetsAbove?: readonly WidgetData[]
}
