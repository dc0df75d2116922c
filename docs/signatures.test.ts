/**
 * Checks the vectors of docs/signatures.md with the official library, with node:crypto, and with our own signatures.
 */
import { createPublicKey, verify } from "node:crypto"
import { readFileSync } from "node:fs"
import { Webhook } from "standardwebhooks"
import { afterEach, expect, it, vi } from "vitest"
import { parseSecret, signatureHeader } from "@/domain/webhooks/signature"

type Vector = Record<"secret" | "body" | "webhook-id" | "webhook-timestamp" | "webhook-signature", string> & {
  public_key?: string
}
const page = readFileSync("docs/signatures.md", "utf8")
const vectors = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text = ""]) => JSON.parse(text) as Vector)
const contentOf = (v: Vector) => `${v["webhook-id"]}.${v["webhook-timestamp"]}.${v.body}`

afterEach(() => vi.useRealTimers())

it("documents two vectors, one with an ed25519 key", () => {
  expect(vectors.map(({ public_key }) => public_key !== undefined)).toEqual([false, true])
})

it.each(vectors.map((vector) => [vector["webhook-id"], vector] as const))(
  "%s matches our signature, and the official library accepts it",
  (_, vector) => {
    const [v1] = vector["webhook-signature"].split(" ")
    const secrets = [parseSecret(vector.secret)]
    expect(signatureHeader(vector["webhook-id"], Number(vector["webhook-timestamp"]), vector.body, { secrets })).toBe(
      v1,
    )
    vi.useFakeTimers({ toFake: ["Date"] })
    vi.setSystemTime(Number(vector["webhook-timestamp"]) * 1_000)
    expect(new Webhook(vector.secret).verify(vector.body, vector)).toEqual(JSON.parse(vector.body))
  },
)

it("verifies the v1a signature with the public key of the page", () => {
  const vector = vectors[1] as Vector
  const x = Buffer.from(vector.public_key?.slice("whpk_".length) ?? "", "base64").toString("base64url")
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" })
  const signature = Buffer.from(vector["webhook-signature"].split(" v1a,")[1] ?? "", "base64")
  expect(verify(null, Buffer.from(contentOf(vector)), key, signature)).toBe(true)
  expect(verify(null, Buffer.from(`${contentOf(vector)} `), key, signature)).toBe(false)
})
