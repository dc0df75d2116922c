/**
 * Renders a sentence from the server with its times in the browser's time zone. The server writes times as 2026-11-20
 * 06:12 UTC.
 */
"use client"

import { useZone } from "@/components/use-zone"

const moment = /(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC/g

export function TextWithTimes({ text }: { text: string }) {
  const timeZone = useZone()
  // The pattern has two groups, so split() returns: text, date, time, text, date, time, text.
  const parts = text.split(moment)
  return parts.map((part, n) => {
    if (n % 3 === 2) return null
    if (n % 3 === 0) return part
    const at = new Date(`${part}T${parts[n + 1]}:00Z`)
    return (
      <time key={at.toISOString()} dateTime={at.toISOString()} title={`${part} ${parts[n + 1]} UTC`}>
        {at.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone })}
      </time>
    )
  })
}
