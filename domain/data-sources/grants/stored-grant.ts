/** Stores and opens the encrypted credentials of an authorization. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { idRow } from "@/domain/kernel/rows"
import { sealedColumns } from "@/domain/security/sealed-columns"
import { seal, unseal } from "@/domain/security/vault"
import { type Prisma, rows, rowsIn, sql } from "@/prisma/client"
import { type ConnectedProvider, connectedProviders } from "../connectors/connector"
import { type Credentials, credentials } from "../connectors/credentials"

const { associatedData } = sealedColumns.sourceGrant

export const sealCredentials = (team_id: string, id: string, plain: Credentials) =>
  seal(JSON.stringify(plain), associatedData({ team_id, id }))

export const openCredentials = (team_id: string, id: string, sealed: Uint8Array): Credentials =>
  credentials.parse(JSON.parse(unseal(sealed, associatedData({ team_id, id })).toString()))

const grantRow = z.object({ id: z.string(), provider: z.enum(connectedProviders), sealed: z.string() })

export type Grant = { id: string; provider: ConnectedProvider; credentials: Credentials }

/** Finds an authorization of the team. Undefined if there is none, or the user has not completed its consent. */
export async function findGrant(teamId: string, grantId: string): Promise<Grant | undefined> {
  const [found] = await rows(
    grantRow,
    sql`
      select id, provider, encode(sealed, 'base64') as sealed from source_grant
      where team_id = ${teamId} and id = ${grantId} and authorized_at is not null`,
  )
  if (!found) return undefined
  const { id, provider, sealed } = found
  return { id, provider, credentials: openCredentials(teamId, id, Buffer.from(sealed, "base64")) }
}

/** Like `findGrant`, but throws `resource_not_found`. */
export async function requireGrant(teamId: string, grantId: string): Promise<Grant> {
  const found = await findGrant(teamId, grantId)
  if (!found) throw grantNotFound()
  return found
}

/**
 * Locks an authorization until the commit, so that no one deletes it before a data source uses it. Throws
 * `resource_not_found`.
 */
export async function lockGrant(tx: Prisma.TransactionClient, teamId: string, grantId: string) {
  const [found] = await rowsIn(
    tx,
    idRow,
    sql`select id from source_grant where team_id = ${teamId} and id = ${grantId} for update`,
  )
  if (!found) throw grantNotFound()
}

const grantNotFound = () => notFound("authorization of a data source")
