/**
 * Encrypts ("seals") secrets before they are stored, with AES-256-GCM and a ring of keys. A key can be replaced while
 * data that it encrypted can still be decrypted. `sealedColumns` lists all encrypted columns.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { processWide } from "@/domain/kernel/process-wide"
import { fingerprint } from "@/domain/kernel/secrets"

declare const isAssociatedData: unique symbol
/**
 * Associated data (AAD) of encrypted bytes, such as `ep_…:1`. It binds the bytes to their row. Only `sealedColumns`
 * creates it, so that re-encryption and `npm run secrets`, which go through all of `sealedColumns`, miss no column.
 */
export type AssociatedData = string & { [isAssociatedData]: true }

/**
 * Encrypts `plain`. The same `associatedData` is needed to decrypt, so the bytes are useless in another row.
 * Layout: format, length of the key's id, the key's id, nonce (12 bytes), ciphertext, tag (16 bytes).
 */
export function seal(plain: Uint8Array | string, associatedData: AssociatedData): Uint8Array<ArrayBuffer> {
  const [{ id, key }] = ring()
  const head = Buffer.from([format, id.length, ...Buffer.from(id)])
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(authenticatedBytes(head, associatedData))
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
  return new Uint8Array(Buffer.concat([head, nonce, ciphertext, cipher.getAuthTag()]))
}

/**
 * Decrypts. Throws when the bytes were changed or belong to another row, or when their key is no longer in the ring.
 */
export function unseal(sealed: Uint8Array, associatedData: AssociatedData): Buffer {
  const { head, rest, keyId } = parts(sealed)
  const found = ring().find(({ id }) => id === keyId)
  if (!found)
    throw new Error(`SIGNALBOX_ENCRYPTION_KEYS does not contain the key "${keyId}", which encrypts this value`)
  const decipher = createDecipheriv("aes-256-gcm", found.key, rest.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(authenticatedBytes(head, associatedData)).setAuthTag(rest.subarray(-tagBytes))
  return Buffer.concat([decipher.update(rest.subarray(nonceBytes, -tagBytes)), decipher.final()])
}

/** Re-encrypts with the first key of the ring. Returns null when that key already encrypts the value. */
export function resealIfOutdated(sealed: Uint8Array, associatedData: AssociatedData): Uint8Array<ArrayBuffer> | null {
  return parts(sealed).keyId === ring()[0].id ? null : seal(unseal(sealed, associatedData), associatedData)
}

/** Returns a fingerprint of each key in the ring, by the key's id. */
export const keyFingerprints = () => new Map(ring().map(({ id, key }) => [id, fingerprint(key)]))

export type SealedColumn<Row = never> = {
  table: string
  column: string
  /** The primary key. */
  key: readonly string[]
  /** The columns that `associatedData` reads. */
  associatedColumns: readonly (keyof Row & string)[]
  /** Returns the associated data of a row. It prevents decryption of bytes that were copied from another row. */
  associatedData(row: Row): AssociatedData
}

export const sealedColumns = {
  webhookSecret: column<{ endpoint_id: string; version: number }>({
    table: "webhook_secret",
    column: "sealed",
    key: ["id"],
    associatedColumns: ["endpoint_id", "version"],
    associatedData: ({ endpoint_id, version }) => `${endpoint_id}:${version}` as AssociatedData,
  }),
  webhookHeaders: column<{ id: string }>({
    table: "webhook_endpoint",
    column: "headers_sealed",
    key: ["id"],
    associatedColumns: ["id"],
    associatedData: ({ id }) => `${id}:headers` as AssociatedData,
  }),
  signingKey: column<{ team_id: string; id: string }>({
    table: "webhook_signing_key",
    column: "sealed",
    key: ["id"],
    associatedColumns: ["team_id", "id"],
    associatedData: ({ team_id, id }) => `${team_id}:${id}` as AssociatedData,
  }),
  engineKey: column<{ team_id: string; engine_id: string }>({
    table: "team_engine",
    column: "key_sealed",
    key: ["team_id", "engine_id"],
    associatedColumns: ["team_id", "engine_id"],
    associatedData: ({ team_id, engine_id }) => `ai-engine:${team_id}:${engine_id}` as AssociatedData,
  }),
  sourceGrant: column<{ team_id: string; id: string }>({
    table: "source_grant",
    column: "sealed",
    key: ["id"],
    associatedColumns: ["team_id", "id"],
    associatedData: ({ team_id, id }) => `source-grant:${team_id}:${id}` as AssociatedData,
  }),
}

/** Returns the column unchanged, with the type of its rows. */
function column<Row>(described: SealedColumn<Row>) {
  return described
}

const format = 1
const nonceBytes = 12
const tagBytes = 16

const authenticatedBytes = (head: Uint8Array, associatedData: string) =>
  Buffer.concat([head, Buffer.from(associatedData)])

/** Splits encrypted bytes by the layout of `seal`. `head`: format and key id. `rest`: the other bytes. */
function parts(sealed: Uint8Array) {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const headBytes = 2 + (bytes[1] ?? 0)
  if (bytes[0] !== format || bytes.length < headBytes + nonceBytes + tagBytes)
    throw new Error("This value was not encrypted by this installation")
  const head = bytes.subarray(0, headBytes)
  return { head, rest: bytes.subarray(headBytes), keyId: head.subarray(2).toString() }
}

type RingKey = { id: string; key: Buffer }
type Ring = [RingKey, ...RingKey[]]

/** Parsed once for each value of the variable. */
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
