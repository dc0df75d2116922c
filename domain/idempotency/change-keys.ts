/**
 * What is derived from the id that a browser gives a change.
 *
 * The id itself is never stored. The row is found by a hash of it, and the stored answer is encrypted with a key derived
 * from it, so that a copy of the database does not reveal an answer that holds a new API key, not even together with
 * SIGNALBOX_ENCRYPTION_KEYS.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from "node:crypto"

/** One change that a browser asks for. `person`: the id of the signed-in person, null before anyone has signed in. */
export type Change = { key: string; person: string | null; operation: string; input: unknown }

/** 128 bits or more, as base64url, hex or a UUID has them. */
export const isChangeKey = (key: string) => /^[\w-]{22,64}$/.test(key)

export const rowId = ({ key, person, operation }: Change) =>
  new Uint8Array(
    createHash("sha256")
      .update(JSON.stringify([person, operation, key]))
      .digest(),
  )

/** Keyed with the browser's id: the input may be a password, and a plain hash of it could be guessed. */
export const inputHash = ({ key, input }: Change) =>
  new Uint8Array(
    createHmac("sha256", key)
      .update(JSON.stringify(input ?? null))
      .digest(),
  )

// The key belongs to one row, and a row gets one answer, so the nonce may always be the same.
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
