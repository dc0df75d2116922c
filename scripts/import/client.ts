/** The client that imported figures belong to. */
import { clientFor } from "@/domain/ai-visibility/import/client-for"
import { findClient } from "@/domain/clients/client"
import { inTeam, prisma, rows, sql } from "@/prisma/client"
import { PlainFailure } from "../plain-failure"

type Team = { id: string; name: string; timezone: string; currency: string }

/** Id, slug, the team's own key, or the name in any case. A wrong name makes no new client unless `mayCreate`. */
export const chooseClient = (team: Team, wanted: string, { mayCreate }: { mayCreate: boolean }) =>
  inTeam(team.id, async () => {
    if (!mayCreate && !(await isKnown(team.id, wanted))) throw await unknown(team, wanted)
    const id = await prisma.$transaction((tx) => clientFor(tx, team.id, wanted, new Date()))
    const client = await findClient(team.id, id)
    if (!client) throw new Error("the client was just found")
    const { name, timezone, currency } = client
    return { id, name, timezone: timezone ?? team.timezone, currency: currency ?? team.currency }
  })

async function isKnown(teamId: string, wanted: string) {
  const found = await rows(sql`select from client where team_id = ${teamId}
    and (id = ${wanted} or slug = ${wanted} or external_id = ${wanted} or lower(name) = lower(${wanted})) limit 1`)
  return found.length > 0
}

async function unknown(team: Team, wanted: string) {
  const clients = await prisma.client.findMany({ where: { team_id: team.id }, orderBy: { name: "asc" }, take: 20 })
  const names = clients.map((client) => client.name).join(", ")
  const others = names ? `, or give one of these: ${names}` : ""
  return new PlainFailure(`Team ${team.name} has no client "${wanted}". Add --create to make it${others}.`)
}
