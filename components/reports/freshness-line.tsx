/** The line below a report's title: the period, the comparison, and the last day with data. */
import { periodLabel } from "@/components/lists/ranges"
import { Time } from "@/components/time"
import type { Days } from "./widget-data"

type Props = {
  period: { from: string; to: string; timezone: string }
  comparison: Days
  freshness: { data_through: string | null; oldest_sync_at: string | null } | null | undefined
}

export function FreshnessLine({ period, comparison, freshness }: Props) {
  const { data_through, oldest_sync_at } = freshness ?? {}
  const isLate = data_through != null && data_through < period.to
  return (
    <p className="text-quiet">
      {periodLabel(period)}
      {comparison && `, compared with ${periodLabel(comparison)}`}. Days start at midnight in {placeOf(period.timezone)}
      .{" "}
      {data_through &&
        (isLate ? `Data is available through ${dateOf(data_through)}.` : "The data covers the whole period.")}{" "}
      {isLate && comparison && "The comparison covers more days. "}
      {oldest_sync_at && (
        <>
          Last updated <Time at={oldest_sync_at} />.
        </>
      )}
    </p>
  )
}

/** "Europe/Rome" -> "Rome" */
const placeOf = (timezone: string) => (timezone.split("/").at(-1) ?? timezone).replaceAll("_", " ")
const dateOf = (date: string) => periodLabel({ from: date, to: date })
