/** Finds a key by its hash, with its team. This is the only query of authentication. */

import { suspensionReason } from "@/domain/audit/suspension"
import type { TeamFacts } from "@/domain/kernel/context"
import type { Scope } from "@/domain/kernel/scopes"
import { acrossTeams, rows, sql } from "@/prisma/client"

export type KeyRecord = {
  id: string
  name: string
  hint: string
  scopes: Scope[]
  ip_allowlist: string[]
  expires_at: string | null
  grace_until: string | null
  revoked_at: string | null
  replaced_by: string | null
  team: TeamFacts
}

/** Searches all teams, because the team is unknown until the key is found. */
export async function findKey(hash: Buffer): Promise<KeyRecord | undefined> {
  const [found] = await acrossTeams(() =>
    rows<KeyRecord>(sql`
      select k.id, k.name, k.hint, k.scopes, k.ip_allowlist, k.expires_at, k.grace_until, k.revoked_at, k.replaced_by,
        json_build_object('id', t.id, 'slug', t.slug, 'name', t.name, 'plan', t.plan, 'timezone', t.timezone,
          'currency', t.currency, 'is_sample', t.is_sample, 'is_suspended', t.is_suspended,
          'suspension_reason', ${suspensionReason}, 'limits', t.limits) as team
      from api_key k join team t on t.id = k.team_id where k.key_hash = ${hash}`),
  )
  return found
}
