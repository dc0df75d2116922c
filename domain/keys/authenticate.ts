/**
 * Authenticates an API request: returns the team and the key of an Authorization header, or throws the reason.
 *
 * A key that was found is cached for two seconds, so most requests with a busy key need no query. Requests do not
 * extend this time. A look-up that started before `clearKeyCache` is not cached, so a revoked key cannot return to the
 * cache.
 */
import { hash } from "node:crypto"
import { decodeTime } from "ulid"
import { z } from "zod"
import { teamFactsJson } from "@/domain/audit/suspension"
import { type KeyActor, type RequestOrigin, type TeamFacts, teamFacts } from "@/domain/kernel/context"
import { type ErrorCode, Problem } from "@/domain/kernel/errors"
import { timestamp } from "@/domain/kernel/fields"
import { isWellFormed } from "@/domain/kernel/key-format"
import { processWide } from "@/domain/kernel/process-wide"
import { allScopes } from "@/domain/kernel/scopes"
import { hashKey } from "@/domain/kernel/secrets"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { isAllowed } from "./address-ranges"
import { countFailure, lookUpGuarded } from "./failed-attempts"

/** `replacedAt`: when a rotation replaced the key. null if the key was not rotated. */
export type Caller = { team: TeamFacts; actor: KeyActor; replacedAt: Date | null }

/**
 * Checks format and checksum (without the database), then whether the key exists, its revocation, its expiry and the
 * address. Checks neither the plan nor whether the team is suspended.
 */
export async function authenticate(authorization: string | null, origin: RequestOrigin, now: Date): Promise<Caller> {
  const record = await findOrRefuse(bearerToken(authorization), origin)
  if (record.revoked_at) return refuse("key_revoked", origin)
  const expiresAt = effectiveExpiry(record)
  if (expiresAt && new Date(expiresAt) <= now) return refuse("key_expired", origin)
  if (!isAllowed(origin.ip, record.ip_allowlist))
    throw new Problem(
      "ip_not_allowed",
      "This API key cannot be used from your IP address. Settings -> API shows the addresses that are allowed.",
    )
  const { id, name, hint, scopes, expires_at, grace_until, replaced_by } = record
  return {
    team: record.team,
    actor: { kind: "key", id, name, hint, scopes, expires_at, grace_until },
    replacedAt: replaced_by ? createdAtOf(replaced_by) : null,
  }
}

/**
 * Empties the cache. Call this after every change that affects what a key may do: a revocation, a rotation, another
 * plan, or the suspension of its team.
 */
export function clearKeyCache() {
  cache().entries.clear()
  cache().generation++
}

/** Finds the key, or counts a failure and throws. */
async function findOrRefuse(key: string, origin: RequestOrigin): Promise<KeyRecord> {
  // This hash only identifies the key in the cache. It is three times as fast as the HMAC that the database stores.
  const cacheKey = hash("sha256", key, "base64url")
  const record = await cachedKey(cacheKey, async () => {
    if (!isWellFormed(key)) return refuse("key_malformed", origin)
    return lookUpGuarded(origin, wasFoundBefore(cacheKey), () => findKey(hashKey(key)))
  })
  return record ?? refuse("key_unknown", origin)
}

/** The id of a key ends with a ULID, which contains its time. */
const createdAtOf = (keyId: string) => new Date(decodeTime(keyId.slice(-26)))

/** A grace period replaces the expiry, because it never ends after the expiry (rotate.ts). */
const effectiveExpiry = ({ expires_at, grace_until }: KeyRecord) => grace_until ?? expires_at

function bearerToken(authorization: string | null): string {
  const header = (authorization ?? "").trim()
  const scheme = /^bearer +/i.exec(header)?.[0]
  if (scheme) return header.slice(scheme.length)
  throw new Problem(
    "key_missing",
    "Send an API key of your team in the header `Authorization: Bearer sbx_...`. You can create keys under Settings -> API.",
    { headers: challenge() },
  )
}

const reasons = {
  key_malformed: "The API key is mistyped or truncated: its checksum is wrong.",
  key_unknown: "This installation has no such API key. It may belong to another installation.",
  key_revoked: "This API key was revoked. Create a new key under Settings -> API.",
  key_expired: "This API key has expired. Create a new key under Settings -> API.",
} satisfies Partial<Record<ErrorCode, string>>

async function refuse(code: keyof typeof reasons, origin: RequestOrigin): Promise<never> {
  await countFailure(origin)
  throw new Problem(code, reasons[code], { headers: challenge("invalid_token") })
}

const challenge = (error?: string) => ({
  "WWW-Authenticate": `Bearer realm="signalbox"${error ? `, error="${error}"` : ""}`,
})

const keyRecord = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string(),
  scopes: z.array(z.enum(allScopes)),
  ip_allowlist: z.array(z.string()),
  expires_at: timestamp().nullable(),
  grace_until: timestamp().nullable(),
  revoked_at: timestamp().nullable(),
  replaced_by: z.string().nullable(),
  team: teamFacts,
})
export type KeyRecord = z.infer<typeof keyRecord>

/** Searches across teams, because the team is unknown until the key is found. */
async function findKey(hash: Buffer): Promise<KeyRecord | undefined> {
  const [found] = await acrossTeams(() =>
    rows(
      keyRecord,
      sql`
        select k.id, k.name, k.hint, k.scopes, k.ip_allowlist, k.expires_at, k.grace_until, k.revoked_at, k.replaced_by,
          ${teamFactsJson} as team
        from api_key k join team t on t.id = k.team_id where k.key_hash = ${hash}`,
    ),
  )
  return found
}

/**
 * How long other processes can use an outdated key or team: after a revocation, a rotation, a change of the plan or a
 * suspension. The process that makes the change clears its cache.
 */
export const keyCacheMs = 2_000
/** The entries and the found hashes are each emptied when they reach this number. */
const maxCachedKeys = 10_000

type Cache = {
  /** Increases each time the cache is cleared. */
  generation: number
  entries: Map<string, { record: KeyRecord; until: number }>
  /** Hashes of keys that this process found since the set was last emptied. A request with such a key is no guess. */
  foundHashes: Set<string>
}
const cache = () => processWide<Cache>("keys", () => ({ generation: 0, entries: new Map(), foundHashes: new Set() }))

/** True when this process has found a key with this hash. The key may be revoked by now. */
const wasFoundBefore = (hash: string) => cache().foundHashes.has(hash)

/**
 * Returns the record for `hash` (base64url) from the cache or from `find`. The result is not cached when
 * `clearKeyCache` was called during the look-up.
 */
export async function cachedKey(
  hash: string,
  find: () => Promise<KeyRecord | undefined>,
): Promise<KeyRecord | undefined> {
  const { entries, generation, foundHashes } = cache()
  const entry = entries.get(hash)
  if (entry && entry.until > performance.now()) return entry.record
  // The time starts before the look-up, because another process can revoke the key during it.
  const until = performance.now() + keyCacheMs
  const record = await find()
  if (!record) return undefined
  if (foundHashes.size >= maxCachedKeys) foundHashes.clear()
  foundHashes.add(hash)
  if (cache().generation === generation) {
    if (entries.size >= maxCachedKeys) entries.clear()
    entries.set(hash, { record, until })
  }
  return record
}
