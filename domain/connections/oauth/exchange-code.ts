/**
 * Exchanges an authorization code for the first tokens of a connection. A code works once. Runs across teams, because
 * only the code says which team the connection belongs to.
 */
import { createHash } from "node:crypto"
import { z } from "zod"
import { acrossTeams, prisma, rows, sql } from "@/prisma/client"
import { revokeConnections } from "../revoke-connections"
import { issueTokens, lockConnection, type TokenResponse } from "./issue-tokens"
import type { OauthClient } from "./oauth-client"
import { OauthError } from "./oauth-error"
import { hashOpaque } from "./opaque-token"
import { requestedResource } from "./resource"

const verifierForm = /^[A-Za-z0-9._~-]{43,128}$/

type Exchange = { code: string; verifier: string; redirectUri: string | null; resources: readonly string[] }

/**
 * The code is used up by the first well-formed attempt, even if its verifier is wrong, so that a thief cannot try
 * verifiers. A second use revokes the connection, because one of the two callers may be a thief.
 */
export async function exchangeCode(client: OauthClient, exchange: Exchange, now: Date): Promise<TokenResponse> {
  if (!verifierForm.test(exchange.verifier))
    throw new OauthError("invalid_request", "Send a code_verifier of 43 to 128 characters (PKCE).")
  // Checked before the code is used up, so that the app can correct its request.
  const resource = requestedResource(exchange.resources)
  const hash = hashOpaque(exchange.code)
  const code = await claimCode(hash, now)
  if (!code) {
    await revokeIfReused(hash, now)
    throw new OauthError("invalid_grant", "The code is unknown, was used, or has expired. Ask for authorization again.")
  }
  const isForThisClient = code.client_id === client.id
  // OAuth 2.1 no longer sends the redirect URI here. Apps that still do must send the same one.
  const isSameUri = exchange.redirectUri === null || exchange.redirectUri === code.redirect_uri
  if (!isForThisClient || !isSameUri || challengeOf(exchange.verifier) !== code.challenge)
    throw new OauthError(
      "invalid_grant",
      "The code, the redirect URI or the code verifier is wrong. Ask for authorization again.",
    )
  return acrossTeams(() =>
    prisma.$transaction(async (tx) => {
      const connection = await lockConnection(tx, code.grant_id)
      // Each refresh increases the generation by 1.
      return issueTokens(tx, connection, { scopes: connection.scopes, resource, generation: 1, now })
    }),
  )
}

const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url")

const codeRow = z.object({
  grant_id: z.string(),
  redirect_uri: z.string(),
  challenge: z.string(),
  client_id: z.string(),
})

async function claimCode(hash: Uint8Array, now: Date) {
  const at = now.toISOString()
  const [claimed] = await acrossTeams(() =>
    rows(
      codeRow,
      sql`
        update oauth_code c set used_at = ${at}::timestamptz from oauth_grant g
        where c.hash = ${hash} and c.used_at is null and c.expires_at > ${at}::timestamptz and g.id = c.grant_id
        returning c.grant_id, c.redirect_uri, c.challenge, g.client_id`,
    ),
  )
  return claimed
}

/** Revokes the connection of a code that was used before. */
async function revokeIfReused(hash: Uint8Array<ArrayBufferLike>, now: Date) {
  const used = await acrossTeams(() =>
    prisma.oauthCode.findFirst({ where: { hash: new Uint8Array(hash), used_at: { not: null } } }),
  )
  if (used) await revokeConnections({ connectionIds: [used.grant_id] }, "The authorization code was used twice.", now)
}
