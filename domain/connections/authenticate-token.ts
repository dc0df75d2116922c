/**
 * Authenticates the access token of a connected app. The token identifies a connection. Every call checks again that
 * the connection exists and that the membership, the plan and the settings of the team still allow it.
 */
import { z } from "zod"
import type { PersonActor, TeamFacts } from "@/domain/kernel/context"
import { log } from "@/domain/kernel/log"
import { limitsOf } from "@/domain/kernel/plans"
import type { ConnectionPermissions } from "@/domain/kernel/tool"
import { inTeam, rows, sql } from "@/prisma/client"
import { type ConnectionRow, findConnection } from "./find-connection"
import { isConnectedAppAllowed } from "./oauth/allowed-clients"
import { hasTokenFormat } from "./oauth/opaque-token"

export type AccessToken = {
  connectionId: string
  teamId: string
  userId: string
  clientId: string
  clientName: string
  scopes: ("data:read" | "data:write")[]
  /** When the access token expires. The connection usually ends later. */
  expiresAt: Date
}

/** `caller`: the team, the user and the rights of the connection, as part of the context of an operation. */
export type AuthenticatedToken = AccessToken & {
  caller: { team: TeamFacts; actor: PersonActor; connection: ConnectionPermissions }
}

/** Returns null if the token is not valid for `resource`, the URL of the endpoint that received it. */
export async function authenticateAccessToken(
  token: string,
  resource: string,
  now = new Date(),
): Promise<AuthenticatedToken | null> {
  if (!hasTokenFormat("accessToken", token)) return null
  const connection = await findConnection(token)
  if (!connection || connection.resource !== resource || new Date(connection.expires_at) <= now) return null
  if (!limitsOf(connection.team.plan).hasDeveloperAccess) return null
  // `findConnection` checks apps that registered themselves.
  if (!isConnectedAppAllowed({ ...connection, is_verified: connection.client_kind === "static" })) return null
  await recordUse(connection, now)
  const { grant_id, user_id, client_id, client_name, scopes, team, role, user_name, email } = connection
  return {
    connectionId: grant_id,
    teamId: team.id,
    userId: user_id,
    clientId: client_id,
    clientName: client_name,
    scopes,
    expiresAt: new Date(connection.expires_at),
    caller: {
      team,
      actor: { kind: "person", id: user_id, name: user_name ?? email, email, role },
      connection: { id: grant_id, clientName: client_name, scopes, areWritesEnabled: connection.mcp_writes_enabled },
    },
  }
}

/** Minimum time between two updates of a connection's last use. */
const recordUseEveryMs = 60_000

/** The call continues when the write fails. */
async function recordUse({ grant_id, team, last_used_at }: ConnectionRow, now: Date) {
  if (last_used_at && now.getTime() - Date.parse(last_used_at) < recordUseEveryMs) return
  const used = now.toISOString()
  const write = () =>
    rows(
      z.unknown(),
      sql`
        update oauth_grant set last_used_at = ${used}::timestamptz
        where team_id = ${team.id} and id = ${grant_id} and (last_used_at is null or last_used_at < ${used}::timestamptz)`,
    )
  await inTeam(team.id, write).catch((err) => log.warn({ err }, "could not store the last use of a connected app"))
}
