/** Finds or creates the client that imported metrics belong to. */
import { clientFor } from "@/domain/ai-visibility/import/client-for"
import { findClient } from "@/domain/clients/client"
import { inTeam, prisma } from "@/prisma/client"

type Team = { id: string; name: string; timezone: string; currency: string }

/** Finds a client by id, slug, external id or name (in any case). Creates a client when the name does not exist. */
export const chooseClient = (team: Team, wanted: string) =>
  inTeam(team.id, async () => {
    const began = new Date()
    const id = await prisma.$transaction((tx) => clientFor(tx, team.id, wanted, began))
    const client = await findClient(team.id, id)
    if (!client) throw new Error("the client was just found")
    const { name, timezone, currency } = client
    const isNew = client.created_at === began.toISOString()
    const undo = (failure: unknown) => undoCreation(team, id, isNew, failure)
    return { id, name, timezone: timezone ?? team.timezone, currency: currency ?? team.currency, isNew, undo }
  })

/** Deletes the client again if this import created it, and rethrows the import's error. */
async function undoCreation(team: Team, id: string, isNew: boolean, failure: unknown): Promise<never> {
  if (isNew) await inTeam(team.id, () => prisma.client.deleteMany({ where: { team_id: team.id, id } }))
  throw failure
}
