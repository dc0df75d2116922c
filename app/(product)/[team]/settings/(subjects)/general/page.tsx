/** The team's name, address, time zone, currency and first day of the week. */
import type { Metadata } from "next"
import { LeaveTeam } from "@/components/settings/leave-team"
import { TeamForm } from "@/components/settings/team-form"
import { currencies, timezones } from "@/server/choices"
import { baseUrl } from "@/server/curl-command"
import { requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../layout"

export const metadata: Metadata = { title: "General settings" }

export default async function GeneralPage({ params }: TeamParams) {
  const { api, role, isAdmin } = await requireTeamMember((await params).team)
  const [{ data: team }, members] = await Promise.all([api.teams.get({}), api.teams.listMembers({})])
  const owners = members.data.filter((member) => member.role === "owner")
  return (
    <>
      <TeamForm team={team} isAdmin={isAdmin} baseUrl={baseUrl()} timezones={timezones} currencies={currencies} />
      <LeaveTeam
        name={team.name}
        isOnlyOwner={role === "owner" && owners.length === 1}
        membersPath={`/${team.slug}/settings/members`}
      />
    </>
  )
}
