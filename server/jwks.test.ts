import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { rotateSigningKey } from "@/domain/webhooks/rotate-signing-key"
import { jwks } from "./jwks"

const ask = (team: string) =>
  jwks(new Request(`http://localhost/.well-known/webhooks/${team}/jwks.json`), { params: Promise.resolve({ team }) })

describe("the JWK Set of a team", () => {
  it("is public, readable from any origin, cached for five minutes, and has only public keys", async () => {
    const team = await freshTeam()
    const { data } = await run(rotateSigningKey, asPerson(team), {} as never)
    const answer = await ask(team.id)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=300",
      "content-type": "application/jwk-set+json",
    })
    const { keys } = (await answer.json()) as { keys: Record<string, string>[] }
    expect(keys).toMatchObject([{ kid: data[0]?.id, kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig" }])
    expect(keys[0]).not.toHaveProperty("d")
  })

  it("returns the same 404 for a team without keys, an unknown team and an invalid id", async () => {
    const ids = [
      (await freshTeam()).id,
      "tea_01JD3Y8F5V6Q2K9M4N7P0R1S2T",
      "*",
      "tea_x",
      "tea_01JD3Y8F5V6Q2K9M4N7P0R1S2T'",
    ]
    const answers = await Promise.all(ids.map(ask))
    const documents = await Promise.all(
      answers.map(async (a) => [a.status, ((await a.json()) as { detail: string }).detail]),
    )
    expect(new Set(documents.map(String))).toEqual(new Set(["404,This address has no signing keys."]))
  })
})
