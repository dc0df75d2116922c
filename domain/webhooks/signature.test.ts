/** Test vectors that a receiver can use for its own checks. docs/signatures.md shows the same ones. */
import { createPrivateKey, createPublicKey, verify } from "node:crypto"
import { Webhook } from "standardwebhooks"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { newSecret, parseSecret, publicKeyText, secretText, signatureHeader } from "./signature"

const standard = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  at: 1614265330,
  body: '{"test": 2432232314}',
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}
const ours = {
  secret: "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
  id: "msg_01J00000000000000000000001",
  at: 1767225600,
  body: '{"type":"signal.created","timestamp":"2026-01-01T00:00:00.000Z","data":{"id":"sig_1","name":"café ☃"}}',
  signature: "v1,3C03RidB8eUibNsCwNdjCDvMhQTWjPDC0GgB40hP13Y=",
}
const v1a = "v1a,z2vcEVEdNzAg2eZ2+qMH1Cnk5MpBBCPvq/QhrD50h8s/oFE4YOW1ZtHcTSCx8R+kdbP1HvkDiSMfRJnxAy4TCg=="
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex")
const privateKey = createPrivateKey({
  key: Buffer.concat([pkcs8, parseSecret(ours.secret)]),
  format: "der",
  type: "pkcs8",
})

type Vector = Omit<typeof ours, "signature">
const headerOf = ({ id, at, body, secret }: Vector) => signatureHeader(id, at, body, { secrets: [parseSecret(secret)] })

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }))
afterEach(() => vi.useRealTimers())

/** Verifies as a receiver does, `late` seconds after sending. */
function receive({ id, at, body, secret }: Vector, signature: string, late = 0) {
  vi.setSystemTime((at + late) * 1000)
  const headers = { "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": signature }
  return new Webhook(secret).verify(body, headers)
}

describe("the signature v1", () => {
  it.each([
    ["of Standard Webhooks", standard],
    ["of ours, with a body beyond ASCII", ours],
  ])("equals the vector %s, and the official library accepts it", (_, vector) => {
    expect(headerOf(vector)).toBe(vector.signature)
    expect(receive(vector, headerOf(vector))).toEqual(JSON.parse(vector.body))
  })

  it("has the byte count of the documentation", () => {
    expect(Buffer.byteLength(ours.body)).toBe(105)
  })

  it("has one part per secret, newest first, and each alone is enough", () => {
    const newest = newSecret()
    const oldest = newSecret()
    const both = signatureHeader(ours.id, ours.at, ours.body, { secrets: [newest, oldest].map(parseSecret) })
    expect(both.split(" ")).toEqual([newest, oldest].map((secret) => headerOf({ ...ours, secret })))
    for (const secret of [newest, oldest]) receive({ ...ours, secret }, both)
    expect(() => receive({ ...ours, secret: newSecret() }, both)).toThrow("No matching signature")
  })

  it.each([
    ["one byte of the body is another", { body: ours.body.replace("café", "cafe") }],
    ["the body was parsed and written again", { body: JSON.stringify(JSON.parse(ours.body), null, 1) }],
    ["the id is another", { id: `${ours.id.slice(0, -1)}2` }],
    ["the time is another", { at: ours.at + 1 }],
    ["the secret is another", { secret: standard.secret }],
  ])("is rejected when %s", (_, change) => {
    expect(() => receive({ ...ours, ...change }, ours.signature)).toThrow("No matching signature")
  })

  it("is accepted up to five minutes early or late, and no second more", () => {
    for (const late of [300, -300]) receive(ours, ours.signature, late)
    expect(() => receive(ours, ours.signature, 301)).toThrow("too old")
    expect(() => receive(ours, ours.signature, -301)).toThrow("too new")
  })

  it("is found after other versions, and not without a version", () => {
    receive(ours, `v2,${ours.signature.slice(3)} ${ours.signature}`)
    for (const header of [ours.signature.slice(3), ours.signature.replace(",", ""), ours.signature.replace("v1", "v2")])
      expect(() => receive(ours, header), header).toThrow()
  })

  it("is rejected without any of the three headers", () => {
    vi.setSystemTime(ours.at * 1000)
    const all = { "webhook-id": ours.id, "webhook-timestamp": String(ours.at), "webhook-signature": ours.signature }
    for (const name of Object.keys(all))
      expect(() => new Webhook(ours.secret).verify(ours.body, { ...all, [name]: "" }), name).toThrow("Missing required")
  })
})

describe("the signature v1a", () => {
  const keys = { secrets: [parseSecret(ours.secret)], ed25519: [privateKey] }
  const header = signatureHeader(ours.id, ours.at, ours.body, keys)
  const publicKey = createPublicKey(privateKey)
  const isGenuine = (content: string) => {
    const signature = Buffer.from(header.split(" v1a,")[1] ?? "", "base64")
    return verify(null, Buffer.from(content), publicKey, signature)
  }

  it("equals the vector, next to a v1 that the official library still accepts", () => {
    expect(header).toBe(`${ours.signature} ${v1a}`)
    expect(receive(ours, header)).toEqual(JSON.parse(ours.body))
    const { x = "" } = publicKey.export({ format: "jwk" })
    expect(publicKeyText(Buffer.from(x, "base64url"))).toBe("whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=")
  })

  it("is valid only for the exact bytes that were sent", () => {
    expect(isGenuine(`${ours.id}.${ours.at}.${ours.body}`)).toBe(true)
    expect(isGenuine(`${ours.id}.${ours.at + 1}.${ours.body}`)).toBe(false)
    expect(isGenuine(`${ours.id}.${ours.at}.${ours.body} `)).toBe(false)
  })
})

describe("signing", () => {
  const { id, at, body } = ours
  it.each([
    ["an id with a dot", "msg_1.2", at, [parseSecret(ours.secret)], "empty or contains a dot"],
    ["no id", "", at, [parseSecret(ours.secret)], "empty or contains a dot"],
    ["a part of a second", id, at + 0.5, [parseSecret(ours.secret)], "whole seconds"],
    ["no secret", id, at, [], "no signing secret"],
    ["an empty secret", id, at, [Buffer.alloc(0)], "no signing secret"],
    ["a short secret", id, at, [Buffer.alloc(23)], "no signing secret"],
    ["a short secret beside a good one", id, at, [parseSecret(ours.secret), Buffer.alloc(23)], "no signing secret"],
  ])("rejects %s", (_, message, seconds, secrets, reason) => {
    expect(() => signatureHeader(message, seconds, body, { secrets })).toThrow(reason)
  })
})

describe("a secret", () => {
  it("is 32 random bytes, written as whsec_ and base64", () => {
    const secret = newSecret()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(newSecret()).not.toBe(secret)
    expect(secretText(parseSecret(secret))).toBe(secret)
  })

  it.each([24, 64])("may have %d bytes", (bytes) => {
    expect(parseSecret(secretText(Buffer.alloc(bytes, 7)))).toEqual(Buffer.alloc(bytes, 7))
  })

  it.each([23, 65])("does not have %d bytes", (bytes) => {
    expect(() => parseSecret(secretText(Buffer.alloc(bytes, 7)))).toThrow("not a signing secret")
  })

  it.each(["", "whsec_", "whsec_AAAA", ours.secret.slice(6), `${ours.secret}=`, `whsec_${"A".repeat(88)}`, "whsec_é"])(
    "is not %j",
    (text) => {
      expect(() => parseSecret(text)).toThrow("not a signing secret")
    },
  )
})
