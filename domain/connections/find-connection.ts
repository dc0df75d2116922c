/**
 * Finds the connection of an access token, with everything that decides what it may do now: the membership, the role,
 * the plan and the settings of the team. One statement reads all of it.
 */
import DataLoader from "dataloader"
import { z } from "zod"
import { teamFactsJson } from "@/domain/audit/suspension"
import { teamFacts } from "@/domain/kernel/context"
import { timestamp } from "@/domain/kernel/fields"
import { processWide } from "@/domain/kernel/process-wide"
import { roles } from "@/domain/kernel/roles"
import { connectionScopes } from "@/domain/kernel/tool"
import { inTeam, rows, sql } from "@/prisma/client"
import { hashOpaque } from "./oauth/opaque-token"

const connectionRow = z.object({
  token_hash: z.string(),
  resource: z.string(),
  scopes: z.array(z.enum(connectionScopes)),
  expires_at: timestamp(),
  grant_id: z.string(),
  user_id: z.string(),
  client_id: z.string(),
  client_kind: z.string(),
  client_name: z.string(),
  /** The host of the client ID if that is the URL of metadata, otherwise that of the redirect URI. */
  client_host: z.string(),
  last_used_at: timestamp().nullable(),
  team: teamFacts,
  mcp_writes_enabled: z.boolean(),
  role: z.enum(roles),
  user_name: z.string().nullable(),
  email: z.string(),
})
export type ConnectionRow = z.infer<typeof connectionRow>

/**
 * Maps the hash of a token to its team, which never changes. The token is then read as that team, so the statement can
 * share a database connection with the call's own queries.
 */
const tokenTeams = () => processWide("token-teams", () => new Map<string, string>())
/** When the map has this many tokens, it is emptied. */
const maxTokens = 10_000

const tokenHashOf = (token: string) => Buffer.from(hashOpaque(token)).toString("hex")

/** True when this process has found this token. Its connection may have ended by now. */
export const wasFoundBefore = (token: string) => tokenTeams().has(tokenHashOf(token))

/** Returns undefined if the token is unknown, or if its connection has ended. The token may have expired. */
export async function findConnection(token: string): Promise<ConnectionRow | undefined> {
  const tokenHash = tokenHashOf(token)
  const teams = tokenTeams()
  const team = teams.get(tokenHash)
  const foundInTeam = team === undefined ? undefined : await connectionReads().load({ tokenHash, team })
  // Why a team is suspended can be read only across teams.
  if (foundInTeam && !foundInTeam.team.is_suspended) return foundInTeam
  // Across teams: the team is unknown until the token is found.
  const found = await connectionReads().load({ tokenHash, team: "*" })
  if (teams.size >= maxTokens) teams.clear()
  if (found) teams.set(tokenHash, found.team.id)
  return found
}

type TokenInTeam = { tokenHash: string; team: string }

/**
 * Requests that arrive together share one statement per team, which is sent after all of them have arrived. Results
 * are not cached, so a revocation applies to the next call.
 */
const connectionReads = () =>
  processWide(
    "connection-reads",
    () => new DataLoader(readTogether, { cache: false, batchScheduleFn: (read) => setImmediate(read) }),
  )

async function readTogether(tokens: readonly TokenInTeam[]): Promise<(ConnectionRow | undefined)[]> {
  const teams = Map.groupBy(tokens, ({ team }) => team)
  const connectionsByToken = new Map<TokenInTeam, ConnectionRow | undefined>()
  await Promise.all(
    [...teams].map(async ([team, teamTokens]) => {
      const hashes = new Set(teamTokens.map(({ tokenHash }) => tokenHash))
      const connections = await inTeam(team, () => readConnections([...hashes]))
      const connectionsByHash = new Map(connections.map((connection) => [connection.token_hash, connection]))
      for (const token of teamTokens) connectionsByToken.set(token, connectionsByHash.get(token.tokenHash))
    }),
  )
  return tokens.map((token) => connectionsByToken.get(token))
}

const readConnections = (tokenHashes: string[]) =>
  rows(
    connectionRow,
    sql`
      select encode(a.hash, 'hex') as token_hash, a.resource, a.scopes, a.expires_at,
        g.id as grant_id, g.user_id, g.client_id, g.client_kind, g.client_name, g.client_host, g.last_used_at,
        ${teamFactsJson} as team, t.mcp_writes_enabled, m.role, u.name as user_name, u.email
      from oauth_access_token a
        join oauth_grant g on g.id = a.grant_id
        join team t on t.id = g.team_id
        join membership m on m.team_id = g.team_id and m.user_id = g.user_id
        join "user" u on u.id = g.user_id
      where a.hash = any(${tokenHashes.map((hash) => Buffer.from(hash, "hex"))})
        and g.revoked_at is null and t.mcp_enabled
        and (g.client_kind <> 'dcr' or exists (select from oauth_client c where c.id = g.client_id))`,
  )
