/** Finds the client that imported metrics belong to, or prepares a new one. */
import { findClient } from "@/domain/clients/client"
import { buildClientInsert } from "@/domain/clients/new-client"
import { existingClient } from "@/domain/scans/import/find-or-create-client"
import { inTeam, prisma, type Sql } from "@/prisma/client"

type Team = { id: string; name: string; timezone: string; currency: string }
type ChosenClient = { id: string; name: string; timezone: string; currency: string; create: Sql | undefined }

/**
 * Finds a client by ID, slug, external ID or name, ignoring case. If none matches, `create` is the statement that
 * creates it, so that a failed import leaves no empty client.
 */
export const chooseClient = (team: Team, nameOrId: string): Promise<ChosenClient> =>
  inTeam(team.id, async () => {
    const existing = await prisma.$transaction((tx) => existingClient(tx, team.id, nameOrId))
    if (existing === undefined) {
      const { id, statement } = buildClientInsert(team.id, { name: nameOrId }, new Date())
      return { id, name: nameOrId, timezone: team.timezone, currency: team.currency, create: statement }
    }
    const client = await findClient(team.id, existing)
    if (!client) throw new Error("the client no longer exists")
    const { id, name, timezone, currency } = client
    return { id, name, timezone: timezone ?? team.timezone, currency: currency ?? team.currency, create: undefined }
  })
