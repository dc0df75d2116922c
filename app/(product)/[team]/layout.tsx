/** Every page of a team: who is not in it gets no further. */
import type { ReactNode } from "react"
import { ApiProvider } from "@/components/api/provider"
import { Frame } from "@/components/frame/frame"
import { visitTeam } from "@/server/visit"

export type TeamParams = { params: Promise<{ team: string }> }

export default async function TeamLayout({ params, children }: TeamParams & { children: ReactNode }) {
  const { api, team, role, person } = await visitTeam((await params).team)
  const { data: teams } = await api.teams.listMine({})
  return (
    <ApiProvider key={team.slug} team={team.slug}>
      <Frame team={team} role={role} teams={teams} person={person}>
        {children}
      </Frame>
    </ApiProvider>
  )
}
