/**
 * Derives hashes and keys from the id that a browser gives a change.
 *
 * The id itself is never stored. The row is found by a hash of the id, and the stored response is encrypted with a key
 * derived from it. So a copy of the database does not reveal a response that contains a new API key, not even together
 * with SIGNALBOX_ENCRYPTION_KEYS.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from "node:crypto"

/** One change that a browser requests. `person` is the id of the signed-in user, or null without one. */
export type Change = { key: string; person: string | null; operation: string; input: unknown }

/** At least 128 bits, as base64url, hex or a UUID. */
export const isChangeKey = (key: string) => /^[\w-]{22,64}$/.test(key)

export const rowId = ({ key, person, operation }: Change) =>
  new Uint8Array(
    createHash("sha256")
      .update(JSON.stringify([person, operation, key]))
      .digest(),
  )

/**
 * An HMAC with the browser's id as the key. The input may contain a password, which could be guessed from a plain hash.
 */
export const inputHash = ({ key, input }: Change) =>
  new Uint8Array(
    createHmac("sha256", key)
      .update(JSON.stringify(input ?? null))
      .digest(),
  )

// The key belongs to one row, and each row stores one response, so a constant nonce is safe.
const nonce = Buffer.alloc(12)
const tagBytes = 16
const answerKey = (change: Change) => Buffer.from(hkdfSync("sha256", change.key, rowId(change), "signalbox:answer", 32))

export function encryptAnswer(change: Change, answer: unknown) {
  const cipher = createCipheriv("aes-256-gcm", answerKey(change), nonce)
  return new Uint8Array(Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final(), cipher.getAuthTag()]))
}

export function decryptAnswer(change: Change, sealed: Uint8Array): unknown {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv("aes-256-gcm", answerKey(change), nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString())
}
