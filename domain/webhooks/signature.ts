/** Signs webhook requests by Standard Webhooks: v1 (HMAC-SHA256) and v1a (Ed25519). */
import { createHmac, createSecretKey, type KeyObject, randomBytes, sign } from "node:crypto"

export type SigningKeys = {
  /** Each creates one v1 signature. Newest first. */
  secrets: Buffer[]
  /** Private keys. Each creates one v1a signature. */
  ed25519?: KeyObject[]
}

/**
 * Returns the value of `webhook-signature`: one signature per key, separated by spaces. `body` is the exact bytes that
 * are sent.
 */
export function signatureHeader(id: string, unixSeconds: number, body: string, { secrets, ed25519 = [] }: SigningKeys) {
  if (id.includes(".") || id === "") throw new Error("An ID that is empty or contains a dot cannot be signed")
  if (!Number.isInteger(unixSeconds)) throw new Error("The timestamp must be in whole seconds")
  if (secrets.length === 0 || !secrets.every(hasValidLength))
    throw new Error("The endpoint has no signing secret of 24 to 64 bytes")
  const prefix = `${id}.${unixSeconds}.`
  const hmac = (secret: Buffer) => createHmac("sha256", keyOf(secret)).update(prefix).update(body).digest("base64")
  return [
    ...secrets.map((secret) => `v1,${hmac(secret)}`),
    ...ed25519.map((key) => `v1a,${sign(null, Buffer.from(prefix + body), key).toString("base64")}`),
  ].join(" ")
}

const keyObjects = new WeakMap<Buffer, KeyObject>()

/** Caches the key object. From bytes, Node creates a new one for each signature, which takes longer than signing. */
function keyOf(secret: Buffer): KeyObject {
  const key = keyObjects.get(secret) ?? createSecretKey(secret)
  keyObjects.set(secret, key)
  return key
}

const secretPrefix = "whsec_"
const publicKeyPrefix = "whpk_"

/** Creates a secret of 256 random bits in the text form that receivers store. */
export const newSecret = () => secretText(randomBytes(32))

/** Converts a secret to the text form that receivers store. */
export const secretText = (secret: Uint8Array) => secretPrefix + Buffer.from(secret).toString("base64")

/** Parses a `whsec_…` into bytes. Standard Webhooks allows 24 to 64 bytes. */
export function parseSecret(text: string): Buffer {
  const isPrefixed = text.startsWith(secretPrefix)
  const encoded = text.slice(secretPrefix.length)
  const secret = Buffer.from(encoded, "base64")
  if (!isPrefixed || !hasValidLength(secret) || secret.toString("base64") !== encoded)
    throw new Error("This is not a signing secret")
  return secret
}

/** Converts the 32 bytes of an Ed25519 public key to `whpk_…`. */
export const publicKeyText = (publicKey: Uint8Array) => publicKeyPrefix + Buffer.from(publicKey).toString("base64")

const hasValidLength = ({ length }: Buffer) => length >= 24 && length <= 64
