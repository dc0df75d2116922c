/**
 * Looks up the data source before its page starts to stream, because a response that has started cannot become a 404.
 */
import type { ReactNode } from "react"
import { findSource } from "./find-source"

type Props = { params: Promise<{ team: string; source: string }>; children: ReactNode }

export default async function SourceLayout({ params, children }: Props) {
  const { team, source } = await params
  await findSource(team, source)
  return children
}
