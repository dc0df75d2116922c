/** Looks up the report before its page starts to stream, because a response that has started cannot become a 404. */
import type { ReactNode } from "react"
import { findReport } from "./find-report"

type Props = { params: Promise<{ team: string; report: string }>; children: ReactNode }

export default async function ReportLayout({ params, children }: Props) {
  const { team, report } = await params
  await findReport(team, report)
  return children
}
