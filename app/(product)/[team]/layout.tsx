/** Layout of every page of a team. Non-members get the not-found page. */
import type { ReactNode } from "react"
import { ApiProvider } from "@/components/api/provider"
import { Frame } from "@/components/frame/frame"
import { ZoneProvider } from "@/components/use-zone"
import { isOperator } from "@/domain/kernel/operator"
import { requireTeamMember } from "@/server/visit"

export type TeamParams = { params: Promise<{ team: string }> }

export default async function TeamLayout({ params, children }: TeamParams & { children: ReactNode }) {
  const { api, team, role, person } = await requireTeamMember((await params).team)
  const [{ data: teams }, status, showsOperatorLink] = await Promise.all([
    api.teams.listMine({}),
    api.home.getStatus({}),
    isOperator(person.id),
  ])
  return (
    <ApiProvider key={team.slug} team={team.slug}>
      <ZoneProvider zone={team.timezone}>
        <Frame team={team} role={role} teams={teams} person={person} isOperator={showsOperatorLink} status={status}>
          {children}
        </Frame>
      </ZoneProvider>
    </ApiProvider>
  )
}
