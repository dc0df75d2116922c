/**
 * Reads the teams that the consent page lists, and carries out the user's decision to allow or deny the app. Runs
 * across teams, because the user chooses one of their teams on the page.
 */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import type { PersonContext } from "@/domain/kernel/context"
import { Problem } from "@/domain/kernel/errors"
import { newId } from "@/domain/kernel/ids"
import { limitsOf, planNames } from "@/domain/kernel/plans"
import { roleAtLeast, roles } from "@/domain/kernel/roles"
import type { ConnectionScope } from "@/domain/kernel/tool"
import { acrossTeams, type Prisma, prisma, rows, rowsIn, type Sql, sql } from "@/prisma/client"
import { type AuthorizationRequest, consumeRequest, type RequestKey } from "./authorization-request"
import { addMilliseconds, lifetimes } from "./lifetimes"
import { clientHost, type OauthClient } from "./oauth-client"
import { createOpaqueToken } from "./opaque-token"

/** `blocked_by`: why the team cannot be chosen. `mcp_disabled`: its admins have switched MCP off. */
export type ConsentTeam = {
  id: string
  name: string
  slug: string
  role: (typeof roles)[number]
  blocked_by: "plan" | "mcp_disabled" | "suspension" | null
  may_allow_changes: boolean
}

/** The teams of the user, by name. Teams that cannot be chosen are included, so that the page can say why. */
export async function listConsentTeams(userId: string): Promise<ConsentTeam[]> {
  const teams = await acrossTeams(() => rows(teamRow, selectTeams(userId)))
  return teams.map(consentTeam)
}

type Answer = { teamId: string; allowsChanges: boolean }

/** The code for the app, or the reason for refusing. */
export type Approval = { request: AuthorizationRequest; code: string } | "request_over" | "team_not_allowed"

/**
 * Creates a connection and the code that the app exchanges for its first tokens. The request, the role and the settings
 * of the team are checked again. The scopes follow from the user's choice, not from the scopes that the app asked for.
 * If the role or the team does not allow changes, the connection can only read. The token response names the scopes.
 */
export function approveRequest(
  ctx: Pick<PersonContext, "actor" | "origin" | "now">,
  key: RequestKey,
  client: OauthClient,
  { teamId, allowsChanges }: Answer,
): Promise<Approval> {
  const now = ctx.now()
  return acrossTeams(() =>
    prisma.$transaction(async (tx): Promise<Approval> => {
      // Transactions that revoke the user's connections wait for these two locks, and then revoke this one, too.
      const [team] = await rowsIn(tx, teamRow, sql`${selectTeams(ctx.actor.id)} and t.id = ${teamId} for share of m`)
      await lockSession(tx, ctx.actor)
      const selectedTeam = team && consentTeam(team)
      if (!selectedTeam || selectedTeam.blocked_by) return "team_not_allowed"
      const request = await consumeRequest(tx, key, ctx.actor.id, now)
      if (!request || request.clientId !== client.id) return "request_over"
      const scopes: ConnectionScope[] =
        allowsChanges && selectedTeam.may_allow_changes ? ["data:read", "data:write"] : ["data:read"]
      const connection = { id: newId("connection"), teamId, userId: ctx.actor.id, client, request, scopes, now }
      const code = await createConnection(tx, connection)
      const after = { app: client.name, host: clientHost(client, request.redirectUri), scopes }
      await recordAudit(
        { ...ctx, team: { id: teamId } },
        { action: "connection.created", subject_id: connection.id, after },
        tx,
      )
      return { request, code }
    }),
  )
}

/** Locks the user until the transaction ends. Throws when the session has ended, for example with a new password. */
async function lockSession(tx: Prisma.TransactionClient, { id, session_version }: PersonContext["actor"]) {
  const [user] = await rowsIn(
    tx,
    z.object({ id: z.string() }),
    sql`select u.id from "user" u where u.id = ${id} and u.session_version = ${session_version} for share`,
  )
  if (!user) throw new Problem("session_missing", "Your session has ended. Sign in, then start again from your app.")
}

/**
 * Marks the request as answered and returns it, so that the caller can redirect the denial to the app. Returns null
 * when it has expired, was answered, or belongs to another browser or user.
 */
export const denyRequest = (key: RequestKey, userId: string, now: Date): Promise<AuthorizationRequest | null> =>
  acrossTeams(() => prisma.$transaction((tx) => consumeRequest(tx, key, userId, now)))

const teamRow = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  plan: z.enum(planNames),
  role: z.enum(roles),
  is_suspended: z.boolean(),
  mcp_enabled: z.boolean(),
  mcp_writes_enabled: z.boolean(),
})

const selectTeams = (userId: string): Sql => sql`
  select t.id, t.name, t.slug, t.plan, m.role, t.is_suspended, t.mcp_enabled, t.mcp_writes_enabled
  from team t join membership m on m.team_id = t.id where m.user_id = ${userId}`

function consentTeam(team: z.infer<typeof teamRow>): ConsentTeam {
  const { id, name, slug, role } = team
  const blocked_by = reasonToBlock(team)
  const may_allow_changes = !blocked_by && team.mcp_writes_enabled && roleAtLeast(role, "member")
  return { id, name, slug, role, blocked_by, may_allow_changes }
}

function reasonToBlock({ is_suspended, plan, mcp_enabled }: z.infer<typeof teamRow>): ConsentTeam["blocked_by"] {
  if (is_suspended) return "suspension"
  if (!limitsOf(plan).hasDeveloperAccess) return "plan"
  return mcp_enabled ? null : "mcp_disabled"
}

type NewConnection = {
  id: string
  teamId: string
  userId: string
  client: OauthClient
  request: AuthorizationRequest
  scopes: ConnectionScope[]
  now: Date
}

async function createConnection(tx: Prisma.TransactionClient, connection: NewConnection): Promise<string> {
  const { id, teamId: team_id, client, request, scopes, now } = connection
  const { value, hash } = createOpaqueToken("code")
  await tx.oauthGrant.create({
    data: {
      id,
      team_id,
      user_id: connection.userId,
      client_id: client.id,
      client_kind: client.kind,
      client_name: client.name,
      client_host: clientHost(client, request.redirectUri),
      scopes,
      created_at: now,
      // The connection expires with its code, until the app exchanges the code and `issueTokens` extends it.
      expires_at: addMilliseconds(now, lifetimes.codeMs),
    },
  })
  // `resource` only helps to read the table: nothing depends on it.
  const { redirectUri: redirect_uri, challenge, resource } = request
  await tx.oauthCode.create({
    data: {
      hash,
      team_id,
      grant_id: id,
      redirect_uri,
      challenge,
      resource,
      expires_at: addMilliseconds(now, lifetimes.codeMs),
    },
  })
  return value
}
