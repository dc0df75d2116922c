/** Issues an access token and a refresh token for a connection. */
import { z } from "zod"
import { limitsOf, planNames } from "@/domain/kernel/plans"
import { type ConnectionScope, connectionScopes } from "@/domain/kernel/tool"
import { type Prisma, rowsIn, sql } from "@/prisma/client"
import { addMilliseconds, lifetimes } from "./lifetimes"
import { OauthError } from "./oauth-error"
import { createOpaqueToken } from "./opaque-token"

/** The response of the token endpoint (RFC 6749, section 5.1). */
export type TokenResponse = {
  access_token: string
  token_type: "Bearer"
  expires_in: number
  refresh_token: string
  scope: string
}

const connectionRow = z.object({
  id: z.string(),
  team_id: z.string(),
  scopes: z.array(z.enum(connectionScopes)),
  created_at: z.date(),
  plan: z.enum(planNames),
})
export type LockedConnection = z.infer<typeof connectionRow>

/**
 * Locks the connection, so that its refreshes and revocations run one after another. Throws `invalid_grant` if it was
 * revoked, or if the user or the team may no longer use it.
 */
export async function lockConnection(tx: Prisma.TransactionClient, connectionId: string): Promise<LockedConnection> {
  const [found] = await rowsIn(
    tx,
    connectionRow,
    sql`
      select g.id, g.team_id, g.scopes, g.created_at, t.plan from oauth_grant g
        join team t on t.id = g.team_id
        join membership m on m.team_id = g.team_id and m.user_id = g.user_id
      where g.id = ${connectionId} and g.revoked_at is null and t.mcp_enabled for update of g`,
  )
  if (found && limitsOf(found.plan).hasDeveloperAccess) return found
  throw new OauthError("invalid_grant", "The user or the team disconnected the app. Ask for authorization again.")
}

type Issue = { scopes: readonly ConnectionScope[]; resource: string; generation: number; now: Date }

/**
 * `scopes` are those of the access token. No token outlives the connection, which ends 180 days after the consent.
 * After that, throws `invalid_grant`. `generation`, and the `resource` of a refresh token, only help to read the table:
 * nothing depends on them.
 */
export async function issueTokens(
  tx: Prisma.TransactionClient,
  { id: grant_id, team_id, created_at }: LockedConnection,
  { scopes, resource, generation, now }: Issue,
): Promise<TokenResponse> {
  const lastMoment = addMilliseconds(created_at, lifetimes.connectionMs)
  if (lastMoment <= now)
    throw new OauthError("invalid_grant", "The connection has expired. Ask for authorization again.")
  const access = createOpaqueToken("accessToken")
  const refresh = createOpaqueToken("refreshToken")
  const accessEnd = earlierOf(addMilliseconds(now, lifetimes.accessTokenMs), lastMoment)
  const refreshEnd = earlierOf(addMilliseconds(now, lifetimes.refreshTokenMs), lastMoment)
  const common = { team_id, grant_id, resource, created_at: now }
  await tx.oauthAccessToken.create({
    data: { ...common, hash: access.hash, scopes: [...scopes], expires_at: accessEnd },
  })
  await tx.oauthRefreshToken.create({ data: { ...common, hash: refresh.hash, generation, expires_at: refreshEnd } })
  await tx.$executeRaw(sql`
    update oauth_grant set expires_at = greatest(expires_at, ${refreshEnd}), activated_at = coalesce(activated_at, ${now})
    where team_id = ${team_id} and id = ${grant_id}`)
  return {
    access_token: access.value,
    token_type: "Bearer",
    expires_in: Math.floor((accessEnd.getTime() - now.getTime()) / 1_000),
    refresh_token: refresh.value,
    scope: scopes.join(" "),
  }
}

const earlierOf = (a: Date, b: Date) => (a < b ? a : b)
