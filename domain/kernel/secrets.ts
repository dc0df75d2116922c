/**
 * Derives the secrets of the service from SIGNALBOX_KEY_PEPPER, one for each purpose, and hashes API keys with it.
 * Compares signatures that were made with these secrets.
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto"
import { processWide } from "./process-wide"

/** A 32-byte secret as text for one purpose, for example to sign cursors. */
export const derivedSecret = (purpose: "cursor" | "ip-address" | "known-device" | "mcp-confirmation" | "unsubscribe") =>
  processWide(`secret:${purpose}`, () =>
    Buffer.from(hkdfSync("sha256", pepper(), "", `signalbox:${purpose}`, 32)).toString("base64url"),
  )

/** The HMAC key for hashing API keys. Created once, because creating the object costs more than a hash with it. */
export const pepperKey = () => processWide("secret:pepper", () => createSecretKey(Buffer.from(pepper())))

/**
 * HMAC-SHA-256 (32 bytes) of the whole key with the service's pepper. A slow hash would add no security, because keys
 * have 178 random bits.
 */
export const hashKey = (key: string) => createHmac("sha256", pepperKey()).update(key).digest()

/** A short value for comparing two secrets. It reveals only whether they are equal. */
export const fingerprint = (secret: Buffer | KeyObject) =>
  createHmac("sha256", secret).update("signalbox:fingerprint:1").digest("base64url").slice(0, 22)

/** Compares a signature from outside with the expected one, in constant time. */
export function isSameSignature(sent: string, expected: string): boolean {
  const sentBytes = Buffer.from(sent)
  const expectedBytes = Buffer.from(expected)
  return sentBytes.length === expectedBytes.length && timingSafeEqual(sentBytes, expectedBytes)
}

/** SIGNALBOX_KEY_PEPPER, at least 32 characters. */
function pepper(): string {
  const value = process.env.SIGNALBOX_KEY_PEPPER
  if (!value || value.length < 32) throw new Error("SIGNALBOX_KEY_PEPPER is not set. It needs at least 32 characters.")
  return value
}
