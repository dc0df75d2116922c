/**
 * What an endpoint's requests are signed with, and the headers that its owner added. Kept for two seconds, so that a busy
 * endpoint costs no query; a fill that began before something was forgotten is thrown away, so that no ended secret comes back.
 */
import { createPrivateKey, type KeyObject } from "node:crypto"
import { processWide } from "@/domain/process-wide"
import { open } from "@/domain/vault"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { headersPlace, secretPlace, signingKeyPlace } from "./sealed-places"
import { parseSecret } from "./signature"

/** An ended secret signs nothing more at once on this process, at most this long on any other. */
export const secretCacheMs = 2_000
const maxEndpoints = 10_000

export type Signing = { secrets: Buffer[]; ed25519: KeyObject[]; headers: Record<string, string> }

/** The newest first. Nothing at all once the endpoint is deleted: then there is nothing to send either. */
export async function liveSecrets(endpointId: string): Promise<Signing> {
  const { entries, generation } = cache()
  const now = performance.now()
  const kept = entries.get(endpointId)
  if (kept && kept.until > now) return living(kept.opened, now)
  const opened = openAll(endpointId, await find(endpointId), now)
  if (cache().generation === generation) {
    if (entries.size >= maxEndpoints) entries.clear()
    entries.set(endpointId, { opened, until: now + secretCacheMs })
  }
  return living(opened, performance.now())
}

/** Call after anything that changes what is signed with, or an endpoint's own headers. */
export function forgetSecrets() {
  const known = cache()
  known.entries.clear()
  known.generation++
}

/** `until`: a moment of performance.now(), so that a secret ends on time though it is kept. */
type Timed<T> = { value: T; until: number }
type Opened = { secrets: Timed<Buffer>[]; ed25519: Timed<KeyObject>[]; headers: Record<string, string> }
type Cache = { generation: number; entries: Map<string, { opened: Opened; until: number }> }
const cache = () => processWide<Cache>("webhook-secrets", () => ({ generation: 0, entries: new Map() }))

type Sealed = { of: string | number; sealed: string; left_ms: number | null }
type Found = { team_id: string; secrets: Sealed[]; keys: Sealed[]; headers: string | null }

/** Across teams: who delivers works for all of them, and the endpoint names its team. What is left of each is by Postgres's clock. */
async function find(endpointId: string): Promise<Found | undefined> {
  const live = sql`s.team_id = e.team_id and (s.expires_at is null or s.expires_at > now())`
  const fields = sql`'sealed', encode(s.sealed, 'base64'), 'left_ms', extract(epoch from s.expires_at - now()) * 1000`
  const [found] = await acrossTeams(() =>
    rows<Found>(sql`
      select e.team_id, encode(e.headers_sealed, 'base64') as headers,
        (select coalesce(json_agg(json_build_object('of', s.version, ${fields}) order by s.version desc), '[]')
          from webhook_secret s where s.endpoint_id = e.id and ${live}) as secrets,
        (select coalesce(json_agg(json_build_object('of', s.id, ${fields}) order by s.created_at desc, s.id desc), '[]')
          from webhook_signing_key s where e.signs_ed25519 and ${live}) as keys
      from webhook_endpoint e where e.id = ${endpointId} and e.deleted_at is null`),
  )
  return found
}

function openAll(endpointId: string, found: Found | undefined, askedAt: number): Opened {
  if (!found) return { secrets: [], ed25519: [], headers: {} }
  const { team_id, secrets, keys, headers } = found
  const opened = ({ sealed, left_ms }: Sealed, place: string) => ({
    value: open(Buffer.from(sealed, "base64"), place),
    until: left_ms === null ? Number.POSITIVE_INFINITY : askedAt + left_ms,
  })
  return {
    secrets: secrets.map((secret) => timedSecret(opened(secret, secretPlace(endpointId, Number(secret.of))))),
    ed25519: keys.map((key) => timedKey(opened(key, signingKeyPlace(team_id, String(key.of))))),
    headers: headers ? JSON.parse(open(Buffer.from(headers, "base64"), headersPlace(endpointId)).toString()) : {},
  }
}

const timedSecret = ({ value, until }: Timed<Buffer>) => ({ value: parseSecret(value.toString()), until })
const timedKey = ({ value, until }: Timed<Buffer>) => ({
  value: createPrivateKey({ key: value, format: "der", type: "pkcs8" }),
  until,
})

const living = ({ secrets, ed25519, headers }: Opened, now: number): Signing => {
  const alive = <T>(timed: Timed<T>[]) => timed.filter(({ until }) => until > now).map(({ value }) => value)
  return { secrets: alive(secrets), ed25519: alive(ed25519), headers }
}
