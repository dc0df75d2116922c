/**
 * Defines a connection as users see it: who connected which app, and what the app may do. A connection is a row of
 * `oauth_grant`. `grant_id` in SQL is the ID of a connection.
 */
import { z } from "zod"
import type { TeamContext } from "@/domain/kernel/context"
import { createdAt, timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { type Role, roleAtLeast } from "@/domain/kernel/roles"
import { connectionScopes } from "@/domain/kernel/tool"
import { type Sql, sql } from "@/prisma/client"

/** expired: the app did not refresh its tokens in time, or 180 days have passed since the consent. */
export const connectionStates = ["active", "expired", "revoked"] as const

export const connection = z.object({
  id: id("connection"),
  state: z.enum(connectionStates),
  client_id: z.string().meta({ description: "The OAuth client ID of the app." }),
  client_name: z.string().meta({ description: "The name that the app gave itself when it was connected." }),
  client_host: z.string().meta({ description: "The host of the app, as shown on the consent page." }),
  is_verified: z.boolean().meta({
    description:
      "`true` if the operator registered the app. Otherwise the app chose its own name, and only `client_host` is certain.",
  }),
  is_allowed: z.boolean().meta({
    description:
      "`false` while the operator denies the app, or has removed the app from the registered ones. The app has no access during that time.",
  }),
  user: z.object({ id: id("user"), name: z.string() }).meta({ description: "The user who connected the app." }),
  scopes: z.array(z.enum(connectionScopes)),
  created_at: createdAt(),
  last_used_at: timestamp().nullable(),
  expires_at: timestamp().meta({
    description: "When the connection ends unless the app refreshes its tokens. Each refresh moves it, up to 180 days.",
  }),
  revoked_at: timestamp().nullable(),
  revoke_reason: z.string().nullable(),
  calls_30_days: z.int().meta({ description: "The number of calls in the last 30 days." }),
})
/** Postgres cannot read which apps the operator allows. */
export const connectionRow = connection.omit({ is_allowed: true })

/** The columns of `connectionRow`, for a query from `connectionSource`. */
export const connectionColumns = (now: Date) => sql`g.id, ${connectionState(now)} as state, g.client_id, g.client_name,
  g.client_host, g.client_kind = 'static' as is_verified, json_build_object('id', u.id, 'name', u.name) as "user", g.scopes,
  g.created_at, g.last_used_at, g.expires_at, g.revoked_at, g.revoke_reason,
  (select count(*)::int from mcp_call c where c.team_id = g.team_id and c.grant_id = g.id
    and c.created_at > ${now.toISOString()}::timestamptz - interval '30 days') as calls_30_days`

export const connectionSource = sql`oauth_grant g join "user" u on u.id = g.user_id`

export const connectionState = (now: Date): Sql => sql`case when g.revoked_at is not null then 'revoked'
  when g.expires_at <= ${now.toISOString()}::timestamptz then 'expired' else 'active' end`

/**
 * Returns which connections the caller may see and end. Without `userId`, all connections of the team: for admins,
 * owners and the system. Otherwise those of this user.
 */
export function visibleTo({ actor }: TeamContext): { userId?: string } {
  const role: Role = actor.kind === "person" ? actor.role : "viewer"
  if (actor.kind === "system" || roleAtLeast(role, "admin")) return {}
  return { userId: actor.id }
}
