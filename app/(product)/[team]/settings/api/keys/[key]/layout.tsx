/** Looks up the API key before its page starts to stream, because a response that has started cannot become a 404. */
import type { ReactNode } from "react"
import { findKey } from "./find-key"

type Props = { params: Promise<{ team: string; key: string }>; children: ReactNode }

export default async function KeyLayout({ params, children }: Props) {
  const { team, key } = await params
  await findKey(team, key)
  return children
}
