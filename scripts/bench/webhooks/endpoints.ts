/**
 * Creates teams with endpoints at the receiver. Many teams with few endpoints each is the usual shape of an
 * installation.
 */
import type { TeamFacts } from "@/domain/kernel/context"
import { freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"

export type Target = { team: TeamFacts; endpoint: { id: string; team_id: string }; url: string; secret: string }

export async function createEndpoints(receiverUrl: string, teams = 10, perTeam = 4): Promise<Target[]> {
  const targets: Target[] = []
  for (let i = 0; i < teams; i++) {
    const team = await freshTeam()
    for (let j = 0; j < perTeam; j++) {
      const { id, url, secret } = await freshWebhook(team, { url: `${receiverUrl}/${i}/${j}` })
      targets.push({ team, endpoint: { id, team_id: team.id }, url, secret })
    }
  }
  return targets
}
