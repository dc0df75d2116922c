/** The team's name, address, time zone, currency and first day of the week, and the sender of its reports. */
import type { Metadata } from "next"
import { LeaveTeam } from "@/components/settings/leave-team"
import { ReportSender } from "@/components/settings/report-sender"
import { TeamForm } from "@/components/settings/team-form"
import { baseUrl } from "@/domain/kernel/base-url"
import { currencies, timezones } from "@/server/choices"
import { requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../layout"

export const metadata: Metadata = { title: "General settings" }

export default async function GeneralPage({ params }: TeamParams) {
  const { api, role, isAdmin } = await requireTeamMember((await params).team)
  const [{ data: team }, { data: sender }, members] = await Promise.all([
    api.teams.get({}),
    api.reports.getSender({}),
    api.teams.listMembers({}),
  ])
  const owners = members.data.filter((member) => member.role === "owner")
  return (
    <>
      <TeamForm team={team} isAdmin={isAdmin} baseUrl={baseUrl()} timezones={timezones} currencies={currencies} />
      <ReportSender sender={sender} teamName={team.name} logoPath={`/api/teams/${team.slug}/logo`} isAdmin={isAdmin} />
      <LeaveTeam
        name={team.name}
        isOnlyOwner={role === "owner" && owners.length === 1}
        membersPath={`/${team.slug}/settings/members`}
      />
    </>
  )
}
