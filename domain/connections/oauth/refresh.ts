/**
 * Exchanges a refresh token for a new pair of tokens. The old token keeps working for `lifetimes.reuseGraceMs`, because
 * apps run on several servers and lose responses. Each retry in this time gets a pair of its own. A later use revokes
 * the connection, because it is a sign of theft.
 */
import { z } from "zod"
import { type ConnectionScope, connectionScopes } from "@/domain/kernel/tool"
import { acrossTeams, type Prisma, prisma, rowsIn, sql } from "@/prisma/client"
import { revokeConnections } from "../revoke-connections"
import { issueTokens, lockConnection, type TokenResponse } from "./issue-tokens"
import { lifetimes } from "./lifetimes"
import type { OauthClient } from "./oauth-client"
import { OauthError } from "./oauth-error"
import { hashOpaque } from "./opaque-token"
import { requestedResource } from "./resource"
import { narrowedScopes } from "./scopes"

type Refresh = { token: string; scope: string | null; resources: readonly string[] }

export async function refresh(
  client: OauthClient,
  { token, scope, resources }: Refresh,
  now: Date,
): Promise<TokenResponse> {
  const hash = hashOpaque(token)
  // Across teams: the token says which team it is.
  const issued = await acrossTeams(() =>
    prisma.$transaction(async (tx) => {
      const found = await findToken(tx, hash)
      if (found?.client_id !== client.id || found.expires_at <= now) throw refreshTokenInvalid()
      // Checked before the token is used up, so that the app can correct its request.
      const resource = requestedResource(resources)
      const scopes: ConnectionScope[] = narrowedScopes(scope, found.scopes)
      const connection = await lockConnection(tx, found.grant_id)
      if (!(await useToken(tx, hash, now))) return { reusedConnectionId: found.grant_id }
      return issueTokens(tx, connection, { scopes, resource, generation: found.generation + 1, now })
    }),
  )
  if (!("reusedConnectionId" in issued)) return issued
  // Not inside the transaction, because the revocation needs the lock that the transaction holds.
  await revokeConnections({ connectionIds: [issued.reusedConnectionId] }, "An old refresh token was used again.", now)
  throw refreshTokenInvalid()
}

const tokenRow = z.object({
  grant_id: z.string(),
  generation: z.int(),
  expires_at: z.date(),
  client_id: z.string(),
  scopes: z.array(z.enum(connectionScopes)),
})

async function findToken(tx: Prisma.TransactionClient, hash: Uint8Array) {
  const [found] = await rowsIn(
    tx,
    tokenRow,
    sql`
      select r.grant_id, r.generation, r.expires_at, g.client_id, g.scopes
      from oauth_refresh_token r join oauth_grant g on g.id = r.grant_id where r.hash = ${hash}`,
  )
  return found
}

/** One statement decides between concurrent uses. False: the first use was more than `reuseGraceMs` ago. */
async function useToken(tx: Prisma.TransactionClient, hash: Uint8Array, now: Date) {
  const graceStart = new Date(now.getTime() - lifetimes.reuseGraceMs)
  const used = await tx.$executeRaw(sql`
    update oauth_refresh_token set used_at = coalesce(used_at, ${now})
    where hash = ${hash} and (used_at is null or used_at >= ${graceStart})`)
  return used === 1
}

const refreshTokenInvalid = () =>
  new OauthError(
    "invalid_grant",
    "The refresh token is unknown, was used, or has expired. Ask for authorization again.",
  )
