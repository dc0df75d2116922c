/** Defines an API key as users see it: everything except the key itself, which is shown only once. */
import { z } from "zod"
import { createdAt, timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { allScopes } from "@/domain/kernel/scopes"
import { rows, type Sql, sql } from "@/prisma/client"

/** A key that is `in_grace` was replaced by a rotation. It works until `grace_until`. */
export const keyStates = ["active", "in_grace", "expired", "revoked"] as const

export const key = z.object({
  id: id("key"),
  name: z.string(),
  hint: z.string().meta({ description: "The beginning and the end of the key, such as `sbx_live_ab12...wx9z`." }),
  state: z.enum(keyStates),
  scopes: z.array(z.enum(allScopes)),
  ip_allowlist: z.array(z.string()),
  api_version: z.string(),
  created_at: createdAt(),
  created_by: z.object({ id: z.string(), name: z.string(), is_member: z.boolean() }).nullable(),
  expires_at: timestamp().nullable(),
  grace_until: timestamp()
    .nullable()
    .meta({ description: "The time when the key stops working after a rotation. `null` if it was not rotated." }),
  last_used_at: timestamp().nullable(),
  last_used_ip: z
    .string()
    .nullable()
    .meta({ description: "The network of the last request, as a /24 (IPv4) or /48 (IPv6) range." }),
  last_used_user_agent: z.string().nullable(),
  revoked_at: timestamp().nullable(),
  revoke_reason: z.string().nullable(),
  replaced_by: z.string().nullable(),
})
export type Key = z.infer<typeof key>

/** The response of a creation or rotation: the only one that contains the key itself. */
export const createdKey = z.object({
  key,
  secret: z.string().meta({ description: "The API key. It is only returned once." }),
})

/** The columns of `keySource`. `now` determines the state. */
export const keyColumns = (
  now: Date,
): Sql => sql`k.id, k.name, k.hint, k.scopes, k.ip_allowlist, k.api_version, k.created_at, k.expires_at,
  k.grace_until, k.last_used_at, k.last_used_ip, k.last_used_user_agent, k.revoked_at, k.revoke_reason, k.replaced_by,
  ${keyState(now)} as state,
  case when k.created_by is not null then json_build_object('id', k.created_by, 'name', coalesce(u.name, 'Someone who left'),
    'is_member', m.user_id is not null) end as created_by`

export const keySource = sql`api_key k left join "user" u on u.id = k.created_by
  left join membership m on m.user_id = k.created_by and m.team_id = k.team_id`

/** The state of a key at `now`, in SQL. */
export const keyState = (now: Date): Sql => sql`case
  when k.revoked_at is not null then 'revoked'
  when least(k.expires_at, k.grace_until) <= ${now.toISOString()}::timestamptz then 'expired'
  when k.grace_until is not null then 'in_grace' else 'active' end`

/** Returns the key with this id in the team, or undefined. */
export async function findKeyOfTeam(teamId: string, keyId: string, now: Date): Promise<Key | undefined> {
  const [found] = await rows(
    key,
    sql`select ${keyColumns(now)} from ${keySource} where k.team_id = ${teamId} and k.id = ${keyId}`,
  )
  return found
}
