/**
 * Redirects to the report when the user is a viewer, or when the report or its client is archived. This happens before
 * the page starts to stream.
 */
import { redirect } from "next/navigation"
import type { ReactNode } from "react"
import { roleAtLeast } from "@/domain/kernel/roles"
import { requireTeamMember } from "@/server/visit"
import { findReport } from "../find-report"

type Props = { params: Promise<{ team: string; report: string }>; children: ReactNode }

export default async function EditReportLayout({ params, children }: Props) {
  const { team: slug, report: report_id } = await params
  const { api, team, role } = await requireTeamMember(slug)
  const { id, client_id, status } = await findReport(slug, report_id)
  const { data: client } = await api.clients.get({ client_id })
  if (!roleAtLeast(role, "member") || status === "archived" || client.status === "archived")
    redirect(`/${team.slug}/reports/${id}`)
  return children
}
