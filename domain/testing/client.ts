/** Creates clients for tests. */
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { inTeam, type Prisma, prisma } from "@/prisma/client"

/** A client of `team`, created directly in the database. */
export function freshClient(team: TeamFacts, more: Partial<Prisma.ClientUncheckedCreateInput> = {}) {
  const id = newId("client")
  return inTeam(team.id, () =>
    prisma.client.create({
      data: { id, team_id: team.id, name: `Client ${id.slice(-6)}`, slug: id.toLowerCase().replace("_", "-"), ...more },
    }),
  )
}
