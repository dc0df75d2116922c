/** What is signed, and how: Standard Webhooks v1 (HMAC-SHA256) and v1a (ed25519). */
import { createHmac, createSecretKey, type KeyObject, randomBytes, sign } from "node:crypto"

export type SigningKeys = {
  /** Each gives one v1 signature; the newest comes first. */
  secrets: Buffer[]
  /** Private keys; each gives one v1a signature. */
  ed25519?: KeyObject[]
}

/** The value of `webhook-signature`: one signature a key, spaces between. `body` is what goes over the wire, byte for byte. */
export function signatureHeader(id: string, unixSeconds: number, body: string, { secrets, ed25519 = [] }: SigningKeys) {
  if (id.includes(".") || id === "") throw new Error("An id with a dot could be moved into what follows it")
  if (!Number.isInteger(unixSeconds)) throw new Error("The timestamp is in whole seconds")
  if (secrets.length === 0 || !secrets.every(isLongEnough)) throw new Error("There is no secret to sign with")
  const prefix = `${id}.${unixSeconds}.`
  const hmac = (secret: Buffer) => createHmac("sha256", keyOf(secret)).update(prefix).update(body).digest("base64")
  return [
    ...secrets.map((secret) => `v1,${hmac(secret)}`),
    ...ed25519.map((key) => `v1a,${sign(null, Buffer.from(prefix + body), key).toString("base64")}`),
  ].join(" ")
}

const keys = new WeakMap<Buffer, KeyObject>()

/** Made once: from bytes, Node makes one for each signature, which takes longer than to sign. */
function keyOf(secret: Buffer): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(secret)
  keys.set(secret, key)
  return key
}

const secretPrefix = "whsec_"
const publicKeyPrefix = "whpk_"

/** 256 bits from the system's random source, as receivers keep it. */
export const newSecret = () => secretText(randomBytes(32))

/** As receivers keep it. */
export const secretText = (secret: Uint8Array) => secretPrefix + Buffer.from(secret).toString("base64")

/** The bytes of a `whsec_…`; Standard Webhooks allows 24 to 64 of them. */
export function parseSecret(text: string): Buffer {
  const encoded = text.startsWith(secretPrefix) ? text.slice(secretPrefix.length) : ""
  const secret = Buffer.from(encoded, "base64")
  if (!isLongEnough(secret) || secret.toString("base64") !== encoded) throw new Error("This is not a webhook secret")
  return secret
}

/** `whpk_…` of the 32 bytes of an ed25519 public key. */
export const publicKeyText = (publicKey: Uint8Array) => publicKeyPrefix + Buffer.from(publicKey).toString("base64")

const isLongEnough = ({ length }: Buffer) => length >= 24 && length <= 64
