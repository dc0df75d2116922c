/** The client that imported projects belong to: one that exists, or a new one. */
import { newId } from "@/domain/ids"
import { type Prisma, sql } from "@/prisma/client"

/** `wanted`: an id, a slug, the caller's own key, or a name in any case; what is none of these names a new client. */
export async function clientFor(
  tx: Prisma.TransactionClient,
  teamId: string,
  wanted: string,
  now: Date,
): Promise<string> {
  await tx.$executeRaw(sql`select pg_advisory_xact_lock(hashtext(${`client of ${teamId}`}))`)
  const [found] = await tx.$queryRaw<{ id: string }[]>(sql`
    select id from client where team_id = ${teamId} and (id = ${wanted} or slug = ${wanted} or external_id = ${wanted} or lower(name) = lower(${wanted}))
    order by (id = ${wanted}) desc, (slug = ${wanted}) desc, created_at limit 1`)
  if (found) return found.id
  const id = newId("client", now.getTime())
  const slug = slugFrom(wanted)
  const isTaken = await tx.client.findFirst({ where: { team_id: teamId, slug }, select: { id: true } })
  await tx.client.create({
    data: {
      id,
      team_id: teamId,
      name: wanted,
      slug: isTaken ? `${slug}-${id.slice(-6).toLowerCase()}` : slug,
      created_at: now,
      updated_at: now,
    },
  })
  return id
}

const slugFrom = (name: string) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60) || "client"
