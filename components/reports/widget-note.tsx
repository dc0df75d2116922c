/** Note about a widget's data: it is missing or old, or a source failed. */
import type { ReactNode } from "react"
import { periodLabel } from "@/components/lists/ranges"
import type { WidgetData } from "./widget-data"

const reasons = {
  no_data_source: "This client has no data source for these metrics.",
  no_data_in_period: "There is no data in this period.",
}

export function WidgetNote({ widget }: { widget: WidgetData }) {
  const { status, error, empty_reason, freshness } = widget
  if (status === "error")
    return <Note className="border-danger bg-danger-wash">{error?.message ?? "This data could not be loaded."}</Note>
  if (status === "empty")
    return <p className="text-quiet">{empty_reason ? reasons[empty_reason] : "There is no data to show."}</p>
  if (status === "stale" || status === "partial")
    return (
      <Note className="border-caution bg-caution-wash">
        {error?.message ??
          (status === "stale"
            ? "This is the last stored data. Newer data could not be loaded."
            : "Some data sources do not cover the whole period.")}
        {freshness?.data_through && ` Data is complete until ${dateOf(freshness.data_through)}.`}
      </Note>
    )
  return null
}

const Note = ({ className, children }: { className: string; children: ReactNode }) => (
  <p className={`mb-3 rounded-box border px-3 py-2 text-table ${className}`}>{children}</p>
)

const dateOf = (date: string) => periodLabel({ from: date, to: date })
