/** Finds or creates the client of an import. */
import { z } from "zod"
import { insertClient, lockClientNames } from "@/domain/clients/new-client"
import { Problem } from "@/domain/kernel/errors"
import { type Prisma, rowsIn, sql } from "@/prisma/client"

/**
 * `nameOrId` is an id, a slug, an external ID or a name in any case. If no client matches, it is the name of a new
 * client.
 */
export async function findOrCreateClient(
  tx: Prisma.TransactionClient,
  teamId: string,
  nameOrId: string,
  now: Date,
): Promise<string> {
  const found = await existingClient(tx, teamId, nameOrId)
  if (found) return found
  await lockClientNames(tx, teamId)
  return (await existingClient(tx, teamId, nameOrId)) ?? insertClient(tx, teamId, { name: nameOrId }, now)
}

/** Returns the client's id, or undefined. Throws when the client is archived, because it accepts no imports. */
export async function existingClient(tx: Prisma.TransactionClient, teamId: string, nameOrId: string) {
  const [found] = await rowsIn(
    tx,
    clientRow,
    sql`
      select id, name, status from client where team_id = ${teamId} and (id = ${nameOrId} or slug = ${nameOrId} or external_id = ${nameOrId} or lower(name) = lower(${nameOrId}))
      order by (id = ${nameOrId}) desc, (slug = ${nameOrId}) desc, created_at limit 1`,
  )
  if (found?.status === "archived")
    throw new Problem(
      "state_conflict",
      `The client ${found.name} is archived. Restore it before you import data for it.`,
    )
  return found?.id
}

const clientRow = z.object({ id: z.string(), name: z.string(), status: z.string() })
