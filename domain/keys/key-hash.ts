/**
 * Hashes keys for storage: an HMAC with the service's pepper. A slow hash would add no security, because keys have 178
 * random bits.
 */
import { createHmac } from "node:crypto"
import { pepperKey } from "@/domain/kernel/secrets"

export const pepperVersion = 1

/** HMAC-SHA-256 (32 bytes) of the whole key. */
export const hashKey = (key: string) => createHmac("sha256", pepperKey()).update(key).digest()
