/** Shows the not-found page to people who may not read the audit log, before the page starts to stream. */
import { notFound } from "next/navigation"
import type { ReactNode } from "react"
import { requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../layout"

export default async function AuditLayout({ params, children }: TeamParams & { children: ReactNode }) {
  const { isAdmin } = await requireTeamMember((await params).team)
  return isAdmin ? children : notFound()
}
