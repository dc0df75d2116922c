// The check of v1a (ed25519) in Node without a library. It holds no secret: the keys are public, and fetched.
import { createPublicKey, verify } from "node:crypto"

/** `url`: https://<your Signalbox>/.well-known/webhooks/<team id>/jwks.json */
export async function publicKeys(url) {
  const { keys } = await (await fetch(url)).json()
  return keys.map((key) => createPublicKey({ key, format: "jwk" }))
}

/** `headers` with names in lower case, `body` the bytes as they came, `keys` those of publicKeys. */
export function isSigned(headers, body, keys) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures = "" } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false // an old request played back
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body])
  const given = signatures.split(" ").filter((one) => one.startsWith("v1a,"))
  return given.some((one) => keys.some((key) => verify(null, signed, key, Buffer.from(one.slice(4), "base64"))))
}
