/**
 * Loads the secrets and keys that sign an endpoint's requests, and its custom headers. Caches them for two seconds, so
 * that most requests to a busy endpoint need no query. A load that started before `clearSigningMaterial` is not cached,
 * so that an ended secret does not return.
 */
import { createPrivateKey, type KeyObject } from "node:crypto"
import { z } from "zod"
import { processWide } from "@/domain/kernel/process-wide"
import { type AssociatedData, sealedColumns } from "@/domain/security/sealed-columns"
import { unseal } from "@/domain/security/vault"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { parseSecret } from "./signature"

/** After a secret ends, this process stops using it immediately, and any other process within this time. */
export const signingMaterialCacheMs = 2_000
const maxCachedEndpoints = 10_000

/**
 * `url`: the endpoint's URL when this was read. The headers belong to this URL. `isDeleted`: the endpoint does not
 * exist or was deleted. Then there are no secrets, and `url` is null.
 */
export type SigningMaterial = {
  url: string | null
  secrets: Buffer[]
  ed25519: KeyObject[]
  headers: Record<string, string>
  isDeleted: boolean
}

/**
 * Returns the valid secrets and keys, newest first. A deleted endpoint has none. `url` is the URL that the caller is
 * about to send to. If the cached entry is for another URL, it is read again.
 */
export async function signingMaterialOf(endpointId: string, url?: string): Promise<SigningMaterial> {
  const cached = await loadDecrypted(endpointId)
  const isCurrent = url === undefined || cached.isDeleted || cached.url === url
  if (isCurrent) return unexpired(cached, performance.now())
  signingMaterialCache().delete(endpointId)
  return unexpired(await loadDecrypted(endpointId), performance.now())
}

function loadDecrypted(endpointId: string) {
  if (!isCached(endpointId)) prefetchSigningMaterial([endpointId])
  return (signingMaterialCache().get(endpointId) as Cached).decrypted
}

/** Loads in one query what `signingMaterialOf` will need soon. Skips endpoints that are cached or being loaded. */
export function prefetchSigningMaterial(endpointIds: string[]) {
  const missing = [...new Set(endpointIds)].filter((id) => !isCached(id))
  if (missing.length === 0) return
  const now = performance.now()
  const found = findSealed(missing)
  if (signingMaterialCache().size > maxCachedEndpoints) signingMaterialCache().clear()
  for (const id of missing) {
    const entry = {
      decrypted: found.then((all) => decryptAll(id, all.get(id), now)),
      expiresAt: now + signingMaterialCacheMs,
    }
    signingMaterialCache().set(id, entry)
    // A load that failed is not cached.
    entry.decrypted.catch(() => signingMaterialCache().get(id) === entry && signingMaterialCache().delete(id))
  }
}

/** Call after any change to signing keys, secrets or custom headers. */
export const clearSigningMaterial = () => signingMaterialCache().clear()

/** A secret or key that expires. `expiresAt` is a time of performance.now(), so that a cached secret ends on time. */
type Expiring<T> = { value: T; expiresAt: number }
type Decrypted = Pick<SigningMaterial, "url" | "headers" | "isDeleted"> & {
  secrets: Expiring<Buffer>[]
  ed25519: Expiring<KeyObject>[]
}
type Cached = { decrypted: Promise<Decrypted>; expiresAt: number }
const signingMaterialCache = () => processWide("webhook-secrets", () => new Map<string, Cached>())
const isCached = (endpointId: string) => (signingMaterialCache().get(endpointId)?.expiresAt ?? 0) > performance.now()

/** Encrypted values are in base64. `expires_in_ms`: milliseconds until the secret or key ends, or null. */
const sealedFields = { sealed: z.string(), expires_in_ms: z.number().nullable() }
const sealedRow = z.object({
  id: z.string(),
  team_id: z.string(),
  url: z.string(),
  secrets: z.array(z.object({ version: z.int(), ...sealedFields })),
  keys: z.array(z.object({ id: z.string(), ...sealedFields })),
  headers: z.string().nullable(),
})
type Sealed = z.infer<typeof sealedRow>

/**
 * Reads the encrypted values of the endpoints, by endpoint id. Across teams: workers deliver for all teams, and the
 * endpoint determines the team. The remaining time of each secret is by Postgres's clock.
 */
async function findSealed(endpointIds: string[]): Promise<Map<string, Sealed>> {
  const isValid = sql`s.team_id = e.team_id and (s.expires_at is null or s.expires_at > now())`
  const fields = sql`'sealed', encode(s.sealed, 'base64'), 'expires_in_ms', extract(epoch from s.expires_at - now()) * 1000`
  const found = await acrossTeams(() =>
    rows(
      sealedRow,
      sql`
        select e.id, e.team_id, e.url, encode(e.headers_sealed, 'base64') as headers,
          (select coalesce(json_agg(json_build_object('version', s.version, ${fields}) order by s.version desc), '[]')
            from webhook_secret s where s.endpoint_id = e.id and ${isValid}) as secrets,
          (select coalesce(json_agg(json_build_object('id', s.id, ${fields}) order by s.created_at desc, s.id desc), '[]')
            from webhook_signing_key s where e.signs_ed25519 and ${isValid}) as keys
        from webhook_endpoint e where e.id = any(${endpointIds}) and e.deleted_at is null`,
    ),
  )
  return new Map(found.map((row) => [row.id, row]))
}

/** `readAt`: when the values were read, by the clock of performance.now(). */
function decryptAll(endpointId: string, found: Sealed | undefined, readAt: number): Decrypted {
  if (!found) return { url: null, secrets: [], ed25519: [], headers: {}, isDeleted: true }
  const { team_id, url, secrets, keys, headers } = found
  const { webhookSecret, signingKey, webhookHeaders } = sealedColumns
  const decrypt = (sealed: string, data: AssociatedData) => unseal(Buffer.from(sealed, "base64"), data)
  const expiryOf = (inMs: number | null) => (inMs === null ? Number.POSITIVE_INFINITY : readAt + inMs)
  return {
    url,
    isDeleted: false,
    secrets: secrets.map(({ version, sealed, expires_in_ms }) => {
      const text = decrypt(sealed, webhookSecret.associatedData({ endpoint_id: endpointId, version })).toString()
      return { value: parseSecret(text), expiresAt: expiryOf(expires_in_ms) }
    }),
    ed25519: keys.map(({ id, sealed, expires_in_ms }) => {
      const key = decrypt(sealed, signingKey.associatedData({ team_id, id }))
      return { value: createPrivateKey({ key, format: "der", type: "pkcs8" }), expiresAt: expiryOf(expires_in_ms) }
    }),
    headers: headers ? JSON.parse(decrypt(headers, webhookHeaders.associatedData({ id: endpointId })).toString()) : {},
  }
}

function unexpired({ secrets, ed25519, ...others }: Decrypted, now: number): SigningMaterial {
  const valid = <T>(all: Expiring<T>[]) => all.filter(({ expiresAt }) => expiresAt > now).map(({ value }) => value)
  return { ...others, secrets: valid(secrets), ed25519: valid(ed25519) }
}
