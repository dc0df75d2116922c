/** Creates a client with a name and a slug that is unique in the team. */
import { newId } from "@/domain/kernel/ids"
import { type Prisma, sql } from "@/prisma/client"

/** Returns the new client's id. */
export async function newClient(
  tx: Prisma.TransactionClient,
  team_id: string,
  given: { name: string; timezone?: string | null },
  now: Date,
): Promise<string> {
  const id = newId("client", now.getTime())
  const slug = slugFrom(given.name)
  const isTaken = await tx.client.findFirst({ where: { team_id, slug }, select: { id: true } })
  await tx.client.create({
    data: {
      ...given,
      id,
      team_id,
      slug: isTaken ? `${slug}-${id.slice(-6).toLowerCase()}` : slug,
      created_at: now,
      updated_at: now,
    },
  })
  return id
}

/**
 * Serializes client creation in the team, so that of two concurrent requests with the same name the second sees the
 * first client.
 */
export const lockClients = (tx: Prisma.TransactionClient, teamId: string) =>
  tx.$executeRaw(sql`select pg_advisory_xact_lock(hashtext(${`client of ${teamId}`}))`)

const slugFrom = (name: string) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60) || "client"
