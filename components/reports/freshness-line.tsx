/** Says which days a page shows and compares, and how recent the data is. */
import { formatScheduled } from "@/components/format-date"
import { periodLabel } from "@/components/lists/ranges"
import { Time } from "@/components/time"
import { Lamp } from "@/components/ui/lamp"
import type { Days } from "./widget-data"

type Props = {
  period: { from: string; to: string; timezone: string }
  comparison: Days
  freshness: { data_through: string | null; oldest_sync_at: string | null } | null | undefined
  /** Two short lines instead of one, beside the fields of the period. */
  isStacked?: boolean
}

export function FreshnessLine({ period, comparison, freshness, isStacked }: Props) {
  const { data_through, oldest_sync_at } = freshness ?? {}
  const isLate = data_through != null && data_through < period.to
  const midnight = `Days start at midnight in ${cityOf(period.timezone)}.`
  return (
    <p className={`text-quiet ${isStacked ? "text-small" : "text-table"}`}>
      <span title={midnight} className={isStacked ? "block" : ""}>
        {periodLabel(period)}
        {comparison && `, compared with ${periodLabel(comparison)}`}.
        <span className="hidden print:inline"> {midnight}</span>
      </span>{" "}
      <span className={isStacked ? "block" : ""}>
        {isLate && (
          <>
            <span className="mr-1.5 inline-block align-[-1px]">
              <Lamp state="caution" />
            </span>
            Data through {dateOf(data_through)}
            {comparison && ", so the comparison covers more days"}.
          </>
        )}
        {data_through && !isLate && `Data through ${dateOf(data_through)}.`}
        {oldest_sync_at && (
          <>
            {" "}
            <span className="print:hidden">
              Updated <Time at={oldest_sync_at} />.
            </span>
            <span className="hidden print:inline">
              Updated {formatScheduled(new Date(oldest_sync_at), period.timezone)}.
            </span>
          </>
        )}
      </span>
    </p>
  )
}

/** "Europe/Rome" -> "Rome" */
const cityOf = (timezone: string) => (timezone.split("/").at(-1) ?? timezone).replaceAll("_", " ")
const dateOf = (date: string) => periodLabel({ from: date, to: date })
