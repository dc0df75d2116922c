/**
 * Caches keys for two seconds, so a busy key costs no query.
 *
 * The time is fixed and not extended by use. A look-up that started before `forgetKeys` is not cached, so a revoked key
 * cannot come back.
 */
import { processWide } from "@/domain/kernel/process-wide"
import type { KeyRecord } from "./find-key"

/** How long a revoked key can still work on other processes. On this process it stops with the next request. */
export const keyCacheMs = 2_000
const maxKeys = 10_000

type Cache = {
  generation: number
  entries: Map<string, { record: KeyRecord; until: number }>
  /** Hashes that this process found before, at any time. A request with such a key is not a guess. */
  found: Set<string>
}
const cache = () => processWide<Cache>("keys", () => ({ generation: 0, entries: new Map(), found: new Set() }))

/** True when this process found a key with this hash before. The key may be revoked by now. */
export const wasFound = (hash: string) => cache().found.has(hash)

/**
 * Returns the record for `hash` (base64url) from the cache or from `find`. The result is not cached when `forgetKeys`
 * was called in between.
 */
export async function cachedKey(
  hash: string,
  find: () => Promise<KeyRecord | undefined>,
): Promise<KeyRecord | undefined> {
  const { entries, generation, found } = cache()
  const entry = entries.get(hash)
  if (entry && entry.until > performance.now()) return entry.record
  const until = performance.now() + keyCacheMs
  const record = await find()
  if (!record) return undefined
  if (found.size >= maxKeys) found.clear()
  found.add(hash)
  if (cache().generation === generation) {
    if (entries.size >= maxKeys) entries.clear()
    entries.set(hash, { record, until })
  }
  return record
}

/**
 * Empties the cache. Call it after every change to what a key may do: revocation, rotation, another plan, a suspended
 * team.
 */
export function forgetKeys() {
  const { entries, generation } = cache()
  entries.clear()
  cache().generation = generation + 1
}
