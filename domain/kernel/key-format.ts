/**
 * Defines the format of an API key: a prefix, 30 random base62 characters and 6 characters of checksum. The
 * checksum detects typos without the database.
 */
import { crc32 } from "node:zlib"
import baseX from "base-x"
import { customAlphabet } from "nanoid"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const base62 = baseX(alphabet)
const randomPart = customAlphabet(alphabet, 30)

/** `test` keys belong to sample teams, so sample data cannot be mistaken for real data. */
export type KeyKind = "live" | "test"

/** Creates a key: 178 bits from the system's random source. */
export function generateKey(kind: KeyKind): string {
  const body = `sbx_${kind}_${randomPart()}`
  return body + checksum(body)
}

/** CRC-32 (as in zlib) of everything before it, as six base62 characters. */
export function checksum(body: string): string {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, crc32(body))
  return base62.encode(bytes).slice(-6).padStart(6, "0")
}

const completeKey = /^sbx_(live|test)_[0-9A-Za-z]{36}$/

/** True when format and checksum are correct. Does not check that the key exists. */
export const isWellFormed = (key: string) => completeKey.test(key) && checksum(key.slice(0, -6)) === key.slice(-6)

/** The hint that identifies a key after its creation: `sbx_live_ab12...wx9z`, the ends of its random part. */
export const hintOf = (key: string) => `${key.slice(0, 13)}...${key.slice(-10, -6)}`
