/** The day on which the event of a signal happened. The time at which Signalbox detected it is shown on hover. */
"use client"

import { periodLabel } from "@/components/lists/ranges"
import { formatExact } from "@/components/time"
import { useZone } from "@/components/use-zone"
import type { Signal } from "./signal-labels"

export function EventDate({ signal: { period, first_detected_at } }: { signal: Signal }) {
  const zone = useZone()
  return (
    <time
      dateTime={period.to}
      title={`Detected ${formatExact(new Date(first_detected_at), zone)}`}
      // The link of the row would cover it, so that nothing appears on hover.
      className="relative z-10 whitespace-nowrap"
    >
      {periodLabel({ from: period.to, to: period.to })}
    </time>
  )
}
