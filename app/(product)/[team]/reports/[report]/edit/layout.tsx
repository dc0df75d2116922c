/**
 * Redirects to the report when the user is a viewer or the report is archived. This happens before the page starts to
 * stream.
 */
import { redirect } from "next/navigation"
import type { ReactNode } from "react"
import { requireTeamMember } from "@/server/visit"
import { findReport } from "../find-report"

type Props = { params: Promise<{ team: string; report: string }>; children: ReactNode }

export default async function EditReportLayout({ params, children }: Props) {
  const { team: slug, report: report_id } = await params
  const { team, role } = await requireTeamMember(slug)
  const { id, status } = await findReport(slug, report_id)
  if (role === "viewer" || status === "archived") redirect(`/${team.slug}/reports/${id}`)
  return children
}
