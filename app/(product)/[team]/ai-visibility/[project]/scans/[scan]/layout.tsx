/** Looks up the scan before its page starts to stream, because a response that has started cannot become a 404. */
import type { ReactNode } from "react"
import { findScan } from "./find-scan"

type Props = { params: Promise<{ team: string; project: string; scan: string }>; children: ReactNode }

export default async function ScanLayout({ params, children }: Props) {
  const { team, project, scan } = await params
  await findScan(team, project, scan)
  return children
}
