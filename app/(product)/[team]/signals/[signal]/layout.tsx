/** Looks up the signal before its page starts to stream, because a response that has started cannot become a 404. */
import type { ReactNode } from "react"
import { findSignal } from "./find-signal"

type Props = { params: Promise<{ team: string; signal: string }>; children: ReactNode }

export default async function SignalLayout({ params, children }: Props) {
  const { team, signal } = await params
  await findSignal(team, signal)
  return children
}
