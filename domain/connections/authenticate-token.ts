/**
 * Authenticates the access token of a connected app. The token identifies a connection. Every call checks again that
 * the connection exists and that the membership, the plan and the settings of the team still allow it. One statement
 * reads all of it.
 */
import { z } from "zod"
import { teamFactsJson } from "@/domain/audit/suspension"
import { type PersonActor, type TeamFacts, teamFacts } from "@/domain/kernel/context"
import { timestamp } from "@/domain/kernel/fields"
import { log } from "@/domain/kernel/log"
import { limitsOf } from "@/domain/kernel/plans"
import { processWide } from "@/domain/kernel/process-wide"
import { roles } from "@/domain/kernel/roles"
import { type ConnectionPermissions, connectionScopes } from "@/domain/kernel/tool"
import { acrossTeams, inTeam, rows, sql } from "@/prisma/client"
import { isClientAllowed } from "./oauth/allowed-clients"
import { hashOpaque, hasTokenFormat } from "./oauth/opaque-token"
import { staticClients } from "./oauth/static-clients"

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
  const found = await findConnection(token, resource, now)
  if (!found || !limitsOf(found.team.plan).hasDeveloperAccess || !isClientStillAllowed(found)) return null
  await recordUse(found, now)
  const { grant_id, user_id, client_id, client_name, scopes, team, role, user_name, email } = found
  return {
    connectionId: grant_id,
    teamId: team.id,
    userId: user_id,
    clientId: client_id,
    clientName: client_name,
    scopes,
    expiresAt: new Date(found.expires_at),
    caller: {
      team,
      actor: { kind: "person", id: user_id, name: user_name ?? email, email, role },
      connection: { id: grant_id, clientName: client_name, scopes, areWritesEnabled: found.mcp_writes_enabled },
    },
  }
}

/**
 * False for an app that the operator has removed or denied. The statement below checks apps that registered themselves.
 */
const isClientStillAllowed = ({ client_id, client_kind }: ConnectionRow) =>
  isClientAllowed(client_id) && (client_kind !== "static" || staticClients().has(client_id))

const connectionRow = z.object({
  grant_id: z.string(),
  user_id: z.string(),
  client_id: z.string(),
  client_kind: z.string(),
  client_name: z.string(),
  scopes: z.array(z.enum(connectionScopes)),
  expires_at: timestamp(),
  last_used_at: timestamp().nullable(),
  team: teamFacts,
  mcp_writes_enabled: z.boolean(),
  role: z.enum(roles),
  user_name: z.string().nullable(),
  email: z.string(),
})
type ConnectionRow = z.infer<typeof connectionRow>

/**
 * Maps the hash of a token to its team, which never changes. The token is then read as that team, so the statement can
 * share a database connection with the call's own queries. It is read on every call, so a revocation applies at once.
 */
const tokenTeams = () => processWide("token-teams", () => new Map<string, string>())
/** When the map has this many tokens, it is emptied. */
const maxTokens = 10_000

async function findConnection(token: string, resource: string, now: Date): Promise<ConnectionRow | undefined> {
  const hash = hashOpaque(token)
  const read = () => readConnection(hash, resource, now)
  const teams = tokenTeams()
  const cacheKey = Buffer.from(hash).toString("base64url")
  const team = teams.get(cacheKey)
  const foundInTeam = team === undefined ? undefined : await inTeam(team, read)
  // Why a team is suspended can be read only across teams.
  if (foundInTeam && !foundInTeam.team.is_suspended) return foundInTeam
  // Across teams: the team is unknown until the token is found.
  const found = await acrossTeams(read)
  if (teams.size >= maxTokens) teams.clear()
  if (found) teams.set(cacheKey, found.team.id)
  return found
}

async function readConnection(hash: Uint8Array, resource: string, now: Date): Promise<ConnectionRow | undefined> {
  const [found] = await rows(
    connectionRow,
    sql`
      select g.id as grant_id, g.user_id, g.client_id, g.client_kind, g.client_name, a.scopes, a.expires_at, g.last_used_at,
        ${teamFactsJson} as team, t.mcp_writes_enabled, m.role, u.name as user_name, u.email
      from oauth_access_token a
        join oauth_grant g on g.id = a.grant_id
        join team t on t.id = g.team_id
        join membership m on m.team_id = g.team_id and m.user_id = g.user_id
        join "user" u on u.id = g.user_id
      where a.hash = ${hash} and a.resource = ${resource} and a.expires_at > ${now.toISOString()}::timestamptz
        and g.revoked_at is null and t.mcp_enabled
        and (g.client_kind <> 'dcr' or exists (select from oauth_client c where c.id = g.client_id))`,
  )
  return found
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
  await acrossTeams(write).catch((err) => log.warn({ err }, "could not store the last use of a connected app"))
}
