/** Creates a client with a name and a slug that is unique in the team. */
import { newId } from "@/domain/kernel/ids"
import { type Prisma, type Sql, sql } from "@/prisma/client"

type NewClient = { name: string; timezone?: string | null; currency?: string | null }

/** Returns the new client's id. Call `lockClientNames` first, and check that no client has the name. */
export async function insertClient(tx: Prisma.TransactionClient, teamId: string, input: NewClient, now: Date) {
  const { id, statement } = buildClientInsert(teamId, input, now)
  if ((await tx.$executeRaw(statement)) === 0) throw new Error("the team has a client with this name")
  return id
}

/**
 * Builds the statement that creates a client, for transactions that do not run through Prisma. The statement does
 * nothing if the team has a client with this name.
 */
export function buildClientInsert(teamId: string, input: NewClient, now: Date): { id: string; statement: Sql } {
  const id = newId("client", now.getTime())
  const slug = slugFrom(input.name)
  const statement = sql`
    insert into client (id, team_id, name, slug, timezone, currency, created_at, updated_at)
    select ${id}, ${teamId}, ${input.name},
      case when exists (select from client where team_id = ${teamId} and slug = ${slug})
        then ${`${slug}-${id.slice(-6).toLowerCase()}`} else ${slug} end,
      ${input.timezone ?? null}, ${input.currency ?? null}, ${now}, ${now}
    where not exists (select from client where team_id = ${teamId} and lower(name) = lower(${input.name}))`
  return { id, statement }
}

/**
 * Serializes creating and renaming clients in the team until the transaction ends, so that of two concurrent requests
 * with the same name the second sees the name of the first.
 */
export const lockClientNames = (tx: Prisma.TransactionClient, teamId: string) =>
  tx.$executeRaw(sql`select pg_advisory_xact_lock(hashtext(${`client of ${teamId}`}))`)

const slugFrom = (name: string) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "") || "client"
