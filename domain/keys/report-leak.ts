/** Revokes API keys that were sent in a URL, and records this in the audit log. */
import { recordAudit } from "@/domain/audit/record"
import { type RequestOrigin, systemCaller } from "@/domain/kernel/context"
import { isWellFormed } from "@/domain/kernel/key-format"
import { log } from "@/domain/kernel/log"
import { keyPattern, redactKeys } from "@/domain/kernel/redact-keys"
import { hashKey } from "@/domain/kernel/secrets"
import { acrossTeams, prisma } from "@/prisma/client"
import { clearKeyCache } from "./authenticate"
import { countFailure, lookUpGuarded } from "./failed-attempts"

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
  const results = await Promise.all(keys.map((key) => lookUpGuarded(origin, false, () => revokeLeaked(key, origin))))
  const isRevoked = results.includes(true)
  if (isRevoked) clearKeyCache()
  else await countFailure(origin)
  return isRevoked
}

const signalbox = systemCaller("Signalbox", () => new Date())

/** Returns false when no active key has this value. */
async function revokeLeaked(key: string, origin: RequestOrigin): Promise<boolean> {
  const revoked = await revokeAndRecord(key, origin)
  if (revoked) log.warn(revoked, "API key was sent in a URL; it is revoked as leaked")
  return revoked !== undefined
}

/** Across teams: the team is unknown until the key is found. */
const revokeAndRecord = (key: string, origin: RequestOrigin) =>
  acrossTeams(() =>
    prisma.$transaction(async (tx) => {
      const [revoked] = await tx.apiKey.updateManyAndReturn({
        where: { key_hash: new Uint8Array(hashKey(key)), revoked_at: null },
        data: { revoked_at: new Date(), revoke_reason: "leaked" },
        select: { id: true, team_id: true, name: true, hint: true },
      })
      if (!revoked) return undefined
      const { id, team_id, name, hint } = revoked
      const userAgent = origin.userAgent && redactKeys(origin.userAgent)
      const ctx = { ...signalbox, team: { id: team_id }, origin: { ip: origin.ip, userAgent } }
      await recordAudit(ctx, { action: "key.leaked", subject_id: id, after: { name, hint, seen_in: "url" } }, tx)
      return { key_id: id, team_id }
    }),
  )
