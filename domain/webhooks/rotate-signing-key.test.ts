import { createPublicKey, type JsonWebKey, verify } from "node:crypto"
import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { listSigningKeys } from "./list-signing-keys"
import { rotateSigningKey } from "./rotate-signing-key"
import { publicKeyText, signatureHeader } from "./signature"
import { jwksOf } from "./signing-key"
import { signingMaterialOf } from "./signing-material"
import { updateWebhook } from "./update"

/** For each key of the set, whether a receiver can verify a request that is signed now. */
async function verifying(teamId: string, endpointId: string) {
  const header = signatureHeader("msg_1", 1_767_225_600, "{}", await signingMaterialOf(endpointId))
  const signatures = header
    .split(" ")
    .filter((s) => s.startsWith("v1a,"))
    .map((s) => Buffer.from(s.slice(4), "base64"))
  const holds = (key: JsonWebKey) =>
    signatures.some((s) => verify(null, Buffer.from("msg_1.1767225600.{}"), createPublicKey({ key, format: "jwk" }), s))
  const set = (await jwksOf(teamId))?.keys ?? []
  return set.map((key) => [key.kid, holds(key)])
}

describe("the team's ed25519 keys", () => {
  it("do not exist until an endpoint enables v1a; then the JWKS verifies its requests", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team)
    expect(await jwksOf(team.id)).toBeNull()
    await run(updateWebhook, asPerson(team), { webhook_id: id, signs_ed25519: true })
    const { data } = await run(listSigningKeys, asPerson(team, "viewer"), {})
    const [key] = data.keys
    expect(await verifying(team.id, id)).toEqual([[key?.id, true]])
    expect(data.jwks_url).toMatch(new RegExp(`/\\.well-known/webhooks/${team.id}/jwks\\.json$`))
    const [publicKey] = (await jwksOf(team.id))?.keys ?? []
    expect(publicKeyText(Buffer.from(publicKey?.x ?? "", "base64url"))).toBe(key?.public_key)
    expect(Object.keys(publicKey ?? {}).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x"])
  })

  it("both sign and are both listed during the overlap; with 0 hours the older ones end immediately", async () => {
    const team = await freshTeam()
    const { id } = await freshWebhook(team)
    await run(updateWebhook, asPerson(team), { webhook_id: id, signs_ed25519: true })
    const [first] = (await run(listSigningKeys, asPerson(team), {})).data.keys
    const [second] = (await run(rotateSigningKey, asPerson(team), { overlap_hours: 2 })).data
    expect(await verifying(team.id, id)).toEqual([
      [second?.id, true],
      [first?.id, true],
    ])
    const left = (await run(rotateSigningKey, asPerson(team), { overlap_hours: 0 })).data
    expect(left).toHaveLength(1)
    expect(await verifying(team.id, id)).toEqual([[left[0]?.id, true]])
    expect([first?.id, second?.id]).not.toContain(left[0]?.id)
  })

  it("are at most three", async () => {
    const team = await freshTeam()
    const rotate = async (overlap_hours: number) =>
      (await run(rotateSigningKey, asPerson(team), { overlap_hours })).data
    for (const active of [1, 2, 3]) expect(await rotate(24)).toHaveLength(active)
    const { keys } = (await run(listSigningKeys, asPerson(team), {})).data
    await expect(rotate(24)).rejects.toMatchObject({ code: "state_conflict" })
    expect((await run(listSigningKeys, asPerson(team), {})).data.keys).toEqual(keys)
    expect(await rotate(0)).toHaveLength(1)
  })

  it("are not visible to another team", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    await run(rotateSigningKey, asPerson(team), {} as never)
    expect((await run(listSigningKeys, asPerson(other), {})).data.keys).toEqual([])
    expect(await jwksOf(other.id)).toBeNull()
  })
})
