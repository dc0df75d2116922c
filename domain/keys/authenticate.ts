/** Authenticates an API request: returns the team and the key of an Authorization header, or throws the reason. */
import { hash } from "node:crypto"
import { decodeTime } from "ulid"
import type { KeyActor, Origin, TeamFacts } from "@/domain/kernel/context"
import { type ErrorCode, Problem } from "@/domain/kernel/errors"
import { isWellFormed } from "@/domain/kernel/key-format"
import { limitsOf } from "@/domain/kernel/plans"
import { isAllowed } from "./address-ranges"
import { countFailure, isFlooding, lookUpInLine } from "./failed-attempts"
import { findKey, type KeyRecord } from "./find-key"
import { cachedKey, wasFound } from "./key-cache"
import { hashKey } from "./key-hash"

/** `replacedAt`: when the key was replaced by a rotation; null when it was not. */
export type Caller = { team: TeamFacts; actor: KeyActor; replacedAt: Date | null }

/** Checks in this order: format and checksum (without the database), look-up, revocation, expiry, address, plan. */
export async function authenticate(authorization: string | null, origin: Origin, now: Date): Promise<Caller> {
  const record = await look(bearer(authorization), origin)
  if (record.revoked_at) return refuse("key_revoked", origin)
  const end = endOf(record)
  if (end && new Date(end) <= now) return refuse("key_expired", origin)
  if (!isAllowed(origin.ip, record.ip_allowlist))
    throw new Problem(
      "ip_not_allowed",
      "This API key cannot be used from your IP address. Settings -> API shows the addresses that are allowed.",
    )
  requirePlan(record.team)
  const { id, name, hint, scopes, expires_at, grace_until, replaced_by } = record
  return {
    team: record.team,
    actor: { kind: "key", id, name, hint, scopes, expires_at, grace_until },
    replacedAt: replaced_by ? new Date(decodeTime(replaced_by.slice(-26))) : null,
  }
}

/** Throws `plan_required` unless the plan includes API access (Pro, Agency, Scale). */
export function requirePlan(team: TeamFacts) {
  if (limitsOf(team.plan).hasDeveloperAccess) return
  throw new Problem(
    "plan_required",
    "The Free plan has no API access. Settings -> Plan shows who can change the plan. Existing keys work again immediately after the change.",
    {
      extra: { upgrade_path: `/${team.slug}/settings/plan` },
    },
  )
}

/**
 * Looks the key up before the count of failures decides, so guesses from the same network cannot lock out a valid key.
 */
async function look(key: string, origin: Origin): Promise<KeyRecord> {
  const name = hash("sha256", key, "base64url") // Only names the cache entry. Takes a third of the time of the stored HMAC.
  const record = await cachedKey(name, async () => {
    if (!isWellFormed(key)) return refuse("key_malformed", origin)
    const find = () => findKey(hashKey(key))
    return !wasFound(name) && (await isFlooding(origin)) ? lookUpInLine(find) : find()
  })
  return record ?? refuse("key_unknown", origin)
}

/** A grace period never ends after the expiry (rotate.ts). */
const endOf = ({ expires_at, grace_until }: KeyRecord) => grace_until ?? expires_at

function bearer(authorization: string | null): string {
  const given = (authorization ?? "").trim()
  const scheme = /^bearer +/i.exec(given)?.[0]
  if (scheme) return given.slice(scheme.length)
  throw new Problem(
    "key_missing",
    "Send an API key of your team in the header `Authorization: Bearer sbx_...`. You can create keys under Settings -> API.",
    {
      headers: challenge(),
    },
  )
}

const reasons = {
  key_malformed: "The API key is mistyped or truncated: its checksum is wrong.",
  key_unknown: "This installation has no such API key. It may belong to another installation.",
  key_revoked: "This API key was revoked. Create a new key under Settings -> API.",
  key_expired: "This API key has expired. Create a new key under Settings -> API.",
} satisfies Partial<Record<ErrorCode, string>>

async function refuse(code: keyof typeof reasons, origin: Origin): Promise<never> {
  await countFailure(origin)
  throw new Problem(code, reasons[code], { headers: challenge("invalid_token") })
}

const challenge = (error?: string) => ({
  "WWW-Authenticate": `Bearer realm="signalbox"${error ? `, error="${error}"` : ""}`,
})
