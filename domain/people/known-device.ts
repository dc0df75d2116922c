/**
 * Known devices: browsers in which a person has signed in. A known device has a sign-in limit of its own, so that
 * strangers who guess passwords do not lock the person out.
 *
 * The browser stores a signed token, and the database stores nothing. A token is valid for 180 days, for one person, and
 * until the person's `session_version` changes: a new password, "Sign out everywhere", or confirming an address of
 * another person's account makes every device unknown.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { secret } from "@/domain/secrets"

export const deviceDays = 180
/** One browser stores the tokens of at most this many people. */
const maxPeople = 5

type Person = { id: string; session_version: number }

/** The tokens that a browser should store after `person` signed in. `stored` are the ones it has. */
export function rememberDevice(stored: readonly string[], person: Person, now: Date): string[] {
  const expiresAt = Math.floor(now.getTime() / 1_000) + deviceDays * 86_400
  const facts = [person.id, randomBytes(12).toString("base64url"), expiresAt].join(".")
  const others = stored.filter((token) => !token.startsWith(`${person.id}.`))
  return [`${facts}.${signature(facts, person)}`, ...others].slice(0, maxPeople)
}

/** The id of the device, when one of the tokens is a valid token of `person`. */
export function knownDevice(tokens: readonly string[], person: Person, now: Date): string | null {
  for (const token of tokens) {
    const [id, device, expiresAt, sent] = token.split(".")
    if (id !== person.id || !device || !sent || !(Number(expiresAt) * 1_000 > now.getTime())) continue
    if (isSame(sent, signature([id, device, expiresAt].join("."), person))) return device
  }
  return null
}

/** Covers the `session_version` too, which the token does not show. */
const signature = (facts: string, { session_version }: Person) =>
  createHmac("sha256", secret("known-device")).update(`${facts}.${session_version}`).digest("base64url")

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
