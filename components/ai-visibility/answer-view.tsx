/** The text of an answer on its page. The server formats answers of usual length; the browser formats longer ones. */
"use client"

import { useIsHydrated } from "@/components/ui/use-is-hydrated"
import type { Mark } from "./answer-marks"
import { AnswerText } from "./answer-text"

/**
 * The longest of 408 real answers has 11,434 characters. Formatting 100,000 can block the server for seconds, for all
 * teams.
 */
const maxFormattedByServer = 12_000

export function AnswerView({ text, marks }: { text: string; marks: Mark[] }) {
  const isInBrowser = useIsHydrated()
  if (isInBrowser || text.length <= maxFormattedByServer) return <AnswerText text={text} marks={marks} />
  return <p className="max-w-[68ch] whitespace-pre-wrap wrap-anywhere leading-6">{text}</p>
}
