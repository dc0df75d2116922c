/**
 * Encrypts ("seals") secrets before they are stored, with AES-256-GCM and a ring of keys. A key can be replaced while
 * data that it encrypted can still be decrypted. `sealedColumns` (sealed-columns.ts) lists all encrypted columns.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { processWide } from "@/domain/kernel/process-wide"
import { fingerprint } from "@/domain/kernel/secrets"
import type { AssociatedData } from "./sealed-columns"

/** The version of the layout, in the first byte. */
const formatVersion = 1
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts `plain`. The same `associatedData` is needed to decrypt, so the bytes are useless in another row.
 * Layout: format, length of the key's id, the key's id, nonce (12 bytes), ciphertext, tag (16 bytes).
 */
export function seal(plain: Uint8Array | string, associatedData: AssociatedData): Uint8Array<ArrayBuffer> {
  const [{ id, key }] = ring()
  const head = Buffer.from([formatVersion, id.length, ...Buffer.from(id)])
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(authenticatedBytes(head, associatedData))
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
  return new Uint8Array(Buffer.concat([head, nonce, ciphertext, cipher.getAuthTag()]))
}

/**
 * Decrypts. Throws when the bytes were changed or belong to another row, or when their key is no longer in the ring.
 */
export function unseal(sealed: Uint8Array, associatedData: AssociatedData): Buffer {
  const { head, keyId, nonce, ciphertext, tag } = split(sealed)
  const ringKey = ring().find(({ id }) => id === keyId)
  if (!ringKey)
    throw new Error(`SIGNALBOX_ENCRYPTION_KEYS does not contain the key "${keyId}", which encrypts this value`)
  const decipher = createDecipheriv("aes-256-gcm", ringKey.key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(authenticatedBytes(head, associatedData)).setAuthTag(tag)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()])
}

/** Re-encrypts with the first key of the ring. Returns null when that key already encrypts the value. */
export function resealIfOutdated(sealed: Uint8Array, associatedData: AssociatedData): Uint8Array<ArrayBuffer> | null {
  return split(sealed).keyId === ring()[0].id ? null : seal(unseal(sealed, associatedData), associatedData)
}

/** Returns a fingerprint of each key in the ring, by the key's id. */
export const keyFingerprints = () => new Map(ring().map(({ id, key }) => [id, fingerprint(key)]))

const authenticatedBytes = (head: Uint8Array, associatedData: string) =>
  Buffer.concat([head, Buffer.from(associatedData)])

/** Splits encrypted bytes by the layout of `seal`. `head` is everything before the nonce. */
function split(sealed: Uint8Array) {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const headBytes = 2 + (bytes[1] ?? 0)
  if (bytes[0] !== formatVersion || bytes.length < headBytes + nonceBytes + tagBytes)
    throw new Error("This value was not encrypted by this installation")
  const head = bytes.subarray(0, headBytes)
  return {
    head,
    keyId: head.subarray(2).toString(),
    nonce: bytes.subarray(headBytes, headBytes + nonceBytes),
    ciphertext: bytes.subarray(headBytes + nonceBytes, -tagBytes),
    tag: bytes.subarray(-tagBytes),
  }
}

type RingKey = { id: string; key: Buffer }
type Ring = [RingKey, ...RingKey[]]

/** Returns the keys of SIGNALBOX_ENCRYPTION_KEYS. Parses each value of the variable once. */
function ring(): Ring {
  const text = process.env.SIGNALBOX_ENCRYPTION_KEYS ?? ""
  return processWide(`encryption-keys:${text}`, () => parseRing(text))
}

/** Parses `id:base64,id:base64`. The first key encrypts; every key decrypts. Errors never contain the text. */
function parseRing(text: string): Ring {
  const keys = text
    .split(",")
    .filter((pair) => pair.trim())
    .map((pair) => {
      const [id = "", encoded = ""] = pair.trim().split(":")
      return { id, key: Buffer.from(encoded, "base64") }
    })
  const isValid = keys.every(({ id, key }) => /^[\w-]{1,64}$/.test(id) && key.length === 32)
  if (keys.length === 0 || !isValid || new Set(keys.map(({ id }) => id)).size < keys.length)
    throw new Error("SIGNALBOX_ENCRYPTION_KEYS must contain id:base64 pairs of 32-byte keys, separated by commas")
  return keys as Ring
}
