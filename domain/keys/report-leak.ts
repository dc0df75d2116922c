/** Revokes API keys that were sent in a URL, and records this in the audit log. */
import type { RequestOrigin } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { isWellFormed } from "@/domain/kernel/key-format"
import { log } from "@/domain/kernel/log"
import { keyPattern, redactKeys } from "@/domain/kernel/redact-keys"
import { hashKey } from "@/domain/kernel/secrets"
import { acrossTeams, prisma } from "@/prisma/client"
import { clearKeyCache } from "./authenticate"
import { countFailure, isOverFailureLimit, lookUpQueued } from "./failed-attempts"

/**
 * Maximum number of keys that are looked up for one URL. A URL can contain up to 180 keys, and each costs a database
 * query. A URL with more than ten keys is an attack and not a mistake, so the other keys are ignored.
 */
const maxKeysPerUrl = 10

/**
 * Revokes the keys in `text`. Returns undefined when the text contains none, and otherwise whether at least one key was
 * revoked. If none was, counts one failed authentication. Keys are revoked even when the network is over the limit of
 * failures.
 */
export async function reportLeak(text: string, origin: RequestOrigin): Promise<boolean | undefined> {
  const candidates = new Set(text.match(keyPattern) ?? [])
  if (candidates.size === 0) return undefined
  const keys = [...candidates].filter(isWellFormed).slice(0, maxKeysPerUrl)
  const mustQueue = keys.length > 0 && (await isOverFailureLimit(origin))
  const revoke = (key: string) => revokeLeaked(key, origin)
  const results = await Promise.all(keys.map((key) => (mustQueue ? lookUpQueued(() => revoke(key)) : revoke(key))))
  const isRevoked = results.includes(true)
  if (isRevoked) clearKeyCache()
  else await countFailure(origin)
  return isRevoked
}

/** Returns false when no active key has this value. Across teams: the team is unknown until the key is found. */
const revokeLeaked = (key: string, origin: RequestOrigin) =>
  acrossTeams(() =>
    prisma.$transaction(async (tx) => {
      const found = await tx.apiKey.findFirst({ where: { key_hash: new Uint8Array(hashKey(key)), revoked_at: null } })
      if (!found) return false
      await tx.apiKey.update({ where: { id: found.id }, data: { revoked_at: new Date(), revoke_reason: "leaked" } })
      await tx.auditEntry.create({
        data: {
          id: newId("audit"),
          team_id: found.team_id,
          action: "key.leaked",
          actor_kind: "system",
          actor_label: "Signalbox",
          subject_id: found.id,
          after: { name: found.name, hint: found.hint, seen_in: "url" },
          ip: origin.ip,
          user_agent: origin.userAgent && redactKeys(origin.userAgent).slice(0, 300),
        },
      })
      log.warn({ key_id: found.id, team_id: found.team_id }, "API key was sent in a URL; it is revoked as leaked")
      return true
    }),
  )
