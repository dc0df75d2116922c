/**
 * Keys seen in the last two seconds, so that a busy key costs no query. The time is fixed, never sliding, and a fill that
 * began before something was forgotten is thrown away: a revoked key cannot come back.
 */
import { processWide } from "@/domain/process-wide"
import type { KeyRecord } from "./find-key"

/** Revocation bound: the next request on this process, at most this long on any other. */
export const keyCacheMs = 2_000
const maxKeys = 10_000

type Cache = {
  generation: number
  entries: Map<string, { record: KeyRecord; until: number }>
  /** Hashes that were found before, however long ago: those are no guesses. */
  found: Set<string>
}
const cache = () => processWide<Cache>("keys", () => ({ generation: 0, entries: new Map(), found: new Set() }))

/** True when a key of this hash was found by this process before; it may be revoked by now. */
export const wasFound = (hash: string) => cache().found.has(hash)

/** The record for `hash` (base64url): from the cache, or from `find`, whose result is kept unless keys were forgotten meanwhile. */
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

/** Call after anything that changes what a key may do: revoking, rotating, another plan, a suspended team. */
export function forgetKeys() {
  const { entries, generation } = cache()
  entries.clear()
  cache().generation = generation + 1
}
