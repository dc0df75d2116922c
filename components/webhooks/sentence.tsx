/** A sentence of ours with its moments in the viewer's zone: domain/webhooks/health.ts writes them as 2026-11-20 06:12 UTC. */
"use client"

import { useZone } from "@/components/use-zone"

const moment = /(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC/g

export function Sentence({ text }: { text: string }) {
  const timeZone = useZone()
  // Two groups: the text comes apart into words, day, time, words, day, time, words.
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
