/** Renders a sentence from the server. Converts times such as 2026-11-20 06:12 UTC to the time zone of the page. */
"use client"

import { useZone } from "./use-zone"

const utcTime = /(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC/g

export function TextWithTimes({ text }: { text: string }) {
  const timeZone = useZone()
  // The pattern has two groups, so split() returns: text, date, time, text, date, time, text.
  const parts = text.split(utcTime)
  return parts.map((part, index) => {
    if (index % 3 === 0) return part
    if (index % 3 === 2) return null
    const date = part
    const time = parts[index + 1]
    const at = new Date(`${date}T${time}:00Z`)
    return (
      <time
        key={at.toISOString()}
        dateTime={at.toISOString()}
        title={`${date} ${time} UTC`}
        className="whitespace-nowrap"
      >
        {at.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone })}
      </time>
    )
  })
}
