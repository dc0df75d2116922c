// Verifies v1a (ed25519) signatures in Node without a library. It needs no secret, because it fetches the public keys.
import { createPublicKey, verify } from "node:crypto"

/** Fetches the public keys. `url` is https://<your Signalbox>/.well-known/webhooks/<team id>/jwks.json */
export async function publicKeys(url) {
  const { keys } = await (await fetch(url)).json()
  return keys.map((key) => createPublicKey({ key, format: "jwk" }))
}

/** `headers` has lower-case names, `body` is the raw bytes, and `keys` is the result of publicKeys(). */
export function isSigned(headers, body, keys) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures = "" } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false // a replayed old request
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body])
  const given = signatures.split(" ").filter((one) => one.startsWith("v1a,"))
  return given.some((one) => keys.some((key) => verify(null, signed, key, Buffer.from(one.slice(4), "base64"))))
}
