import { afterEach, describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { rotateSigningKey } from "@/domain/webhooks/rotate-signing-key"
import { jwks } from "./jwks"
import { networkRequestsPerMinute } from "./network-quota"
import { clientAddressHeader, frontServerState } from "./origin"

const send = (team: string, headers: Record<string, string> = {}) =>
  jwks(new Request(`http://localhost/.well-known/webhooks/${team}/jwks.json`, { headers }), {
    params: Promise.resolve({ team }),
  })

afterEach(() => {
  frontServerState().isRunning = false
})

describe("the JWK Set of a team", () => {
  it("is public, readable from any origin, cached for five minutes, and has only public keys", async () => {
    const team = await freshTeam()
    const { data } = await run(rotateSigningKey, asPerson(team), {} as never)
    const response = await send(team.id)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=300",
      "content-type": "application/jwk-set+json",
    })
    const { keys } = (await response.json()) as { keys: Record<string, string>[] }
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
    const responses = await Promise.all(ids.map((team) => send(team)))
    const documents = await Promise.all(
      responses.map(async (a) => [a.status, ((await a.json()) as { detail: string }).detail]),
    )
    expect(new Set(documents.map(String))).toEqual(new Set(["404,This address has no signing keys."]))
  })

  it("sends the id of a refused request in the body and as a header", async () => {
    const response = await send((await freshTeam()).id)
    const { request_id } = (await response.json()) as { request_id: string }
    expect(response.headers.get("request-id")).toBe(request_id)
  })

  it("is limited per network: an IPv6 /64 counts as one", async () => {
    frontServerState().isRunning = true
    const { id } = await freshTeam()
    const from = (address: string) => send(id, { [clientAddressHeader]: address })
    for (let i = 0; i < networkRequestsPerMinute; i++) expect((await from("2001:db8:21:1::1")).status).toBe(404)
    const refused = await from("2001:db8:21:1:ffff::2")
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([429, "*"])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ code: "rate_limited" })
    expect((await from("2001:db8:21:2::1")).status).toBe(404)
  })
})
