/**
 * Finds the connection of an access token, with the role, the plan and the team's settings that limit what it may do.
 * One statement reads all of it.
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
  /** The host of the client ID if the client ID is a metadata URL. Otherwise the host of the redirect URI. */
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
 * Maps the hash of a token to its team, which never changes. A read as that team can share a database connection with
 * the call's own queries. A read across teams cannot.
 */
const teamsByToken = () => processWide("token-teams", () => new Map<string, string>())
/** A new token empties a map of this size. */
const maxTokens = 10_000

const tokenHashOf = (token: string) => Buffer.from(hashOpaque(token)).toString("hex")

/**
 * True if this process remembers that it has found this token. Its connection may have ended by now, and the process
 * may have emptied the map.
 */
export const wasFoundBefore = (token: string) => teamsByToken().has(tokenHashOf(token))

/** Returns undefined if the token is unknown, or if its connection has ended. The token may have expired. */
export async function findConnection(token: string): Promise<ConnectionRow | undefined> {
  const tokenHash = tokenHashOf(token)
  const knownTeam = teamsByToken().get(tokenHash)
  const foundInTeam = knownTeam && (await connectionReads().load({ tokenHash, team: knownTeam }))
  if (foundInTeam && !foundInTeam.team.is_suspended) return foundInTeam
  // Reads an unknown token across teams, and that of a suspended team, because only such a read returns the reason.
  const found = await connectionReads().load({ tokenHash, team: "*" })
  if (found) rememberTeam(tokenHash, found.team.id)
  return found
}

function rememberTeam(tokenHash: string, teamId: string) {
  const teams = teamsByToken()
  if (teams.size >= maxTokens && !teams.has(tokenHash)) teams.clear()
  teams.set(tokenHash, teamId)
}

type TokenInTeam = { tokenHash: string; team: string }

/**
 * Batches the reads of one turn of the event loop into one statement per team. Results are not cached, so a revocation
 * applies to the next call.
 */
const connectionReads = () =>
  processWide(
    "connection-reads",
    () => new DataLoader(readTogether, { cache: false, batchScheduleFn: (sendBatch) => setImmediate(sendBatch) }),
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
