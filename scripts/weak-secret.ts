/** Detects secrets that can be guessed: too short, repetitive, sequential, or copied from an example. */
import { deflateRawSync } from "node:zlib"

/** The length of the output of `openssl rand -hex 16`. */
const minLength = 32
/**
 * 32 random hexadecimal characters compress to at least 29 bytes. Repetitions and sequences compress to less than 22.
 */
const minCompressedBytes = 26
const placeholder = /change.?me|example|secret|password|passwort|default|signalbox|placeholder/i

/** Returns why the secret is weak, as the end of a sentence, or null when it looks random. */
export function findWeakness(secret: string): string | null {
  if (secret.length < minLength) return `has ${secret.length} characters instead of at least ${minLength}`
  if (placeholder.test(secret)) return "is a placeholder"
  const steps = Buffer.from(secret.slice(1), "latin1").map((code, i) => code - secret.charCodeAt(i))
  const isPatterned = [Buffer.from(secret), steps].some((bytes) => deflateRawSync(bytes).length < minCompressedBytes)
  return isPatterned ? "follows a pattern instead of being random" : null
}

/**
 * Returns the weakness of the first weak key in a ring of `id:base64` pairs. Checks both the base64 text and the
 * decoded bytes.
 */
export function findRingWeakness(ring: string): string | null {
  for (const pair of ring.split(",")) {
    const encoded = pair.trim().replace(/^[^:]*:/, "")
    const reason = findWeakness(encoded) ?? findWeakness(Buffer.from(encoded, "base64").toString("latin1"))
    if (reason) return reason
  }
  return null
}
