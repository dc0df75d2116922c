/**
 * Recognizes known devices: browsers in which a user has signed in. A known device has a separate sign-in limit, so
 * strangers who guess passwords cannot lock the user out.
 *
 * The browser stores a signed token, and the database stores nothing. A token is valid for 180 days, for one user, and
 * until the user's `session_version` changes. After a new password, "Sign out everywhere", or the
 * confirmation of the address by its owner, every device is unknown.
 */
import { createHmac, randomBytes } from "node:crypto"
import { derivedSecret, isSameSignature } from "@/domain/kernel/secrets"

export const deviceDays = 180
/** A browser stores the tokens of at most this many users. */
const maxPeople = 5

type Person = { id: string; session_version: number }

/** Returns the tokens that a browser stores after `person` signed in. `stored` are its current tokens. */
export function rememberDevice(stored: readonly string[], person: Person, now: Date): string[] {
  const expiresAt = Math.floor(now.getTime() / 1_000) + deviceDays * 86_400
  const payload = [person.id, randomBytes(12).toString("base64url"), expiresAt].join(".")
  const others = stored.filter((token) => !token.startsWith(`${person.id}.`))
  return [`${payload}.${signature(payload, person)}`, ...others].slice(0, maxPeople)
}

/** Returns the id of the device if one of the tokens is valid for `person`, and null otherwise. */
export function knownDevice(tokens: readonly string[], person: Person, now: Date): string | null {
  for (const token of tokens) {
    const [id, device, expiresAt, sent] = token.split(".")
    if (id !== person.id || !device || !sent || !(Number(expiresAt) * 1_000 > now.getTime())) continue
    if (isSameSignature(sent, signature([id, device, expiresAt].join("."), person))) return device
  }
  return null
}

/** Signs the payload together with the `session_version`, which the token does not contain. */
const signature = (payload: string, { session_version }: Person) =>
  createHmac("sha256", derivedSecret("known-device")).update(`${payload}.${session_version}`).digest("base64url")
