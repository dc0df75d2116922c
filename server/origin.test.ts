import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { flushRequestLog } from "@/domain/keys/request-log"
import { freshKey } from "@/domain/testing/key"
import { freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { type RawResponse, rawRequest } from "./testing/raw-http"
import { serveRest } from "./testing/serve-rest"

let server: Awaited<ReturnType<typeof serveRest>>
beforeAll(async () => {
  server = await serveRest()
})
afterAll(() => server.close())
afterEach(() => vi.unstubAllEnvs())

const send = (headers: string[]) => rawRequest(server.port, { target: "/api/v1/me", headers })
const bearer = (secret: string) => `Authorization: Bearer ${secret}`
const outcome = ({ status, text }: RawResponse) => `${status} ${JSON.parse(text).code}`

describe("the caller's address", () => {
  /** Sends a request with these headers and returns the network in the request log. */
  async function loggedNetwork(headers: string[]) {
    const team = await freshTeam()
    const { secret } = await freshKey(team)
    await send([bearer(secret), ...headers])
    await flushRequestLog()
    const [entry] = await inTeam(team.id, () => prisma.requestLogEntry.findMany({ where: { team_id: team.id } }))
    return entry?.ip
  }
  const forwarded = "X-Forwarded-For: 203.0.113.9, 198.51.100.7"

  it("is the socket's address and cannot be set by a header", async () => {
    const spoofed = [
      forwarded,
      "X-Signalbox-Client-Address: 203.0.113.9",
      "x-signalbox-client-address: 203.0.113.9",
      "X-Real-IP: 203.0.113.9",
      "Forwarded: for=203.0.113.9",
    ]
    expect(await loggedNetwork(spoofed)).toBe("127.0.0.0/24")
  })

  it.each([
    ["1", [forwarded], "198.51.100.0/24"],
    ["2", [forwarded], "203.0.113.0/24"],
    ["1", ["X-Forwarded-For: 203.0.113.9", "X-Forwarded-For: 198.51.100.7"], "198.51.100.0/24"],
    ["1", ["X-Forwarded-For: 203.0.113.9, ::ffff:198.51.100.7"], "198.51.100.0/24"],
    ["1", ["X-Forwarded-For: 203.0.113.9, 2001:db8::7"], "2001:db8:0::/48"],
    ["3", [forwarded], "127.0.0.0/24"],
    ["1", ["X-Forwarded-For: unknown"], "127.0.0.0/24"],
    ["1", [], "127.0.0.0/24"],
    ["nonsense", [forwarded], "127.0.0.0/24"],
    ["-1", [forwarded], "127.0.0.0/24"],
  ])("behind %s trusted proxies with %j is in %s", async (hops, headers, network) => {
    vi.stubEnv("TRUSTED_PROXY_HOPS", hops)
    expect(await loggedNetwork(headers)).toBe(network)
  })

  it("decides whether a key with allowed IP ranges works", async () => {
    vi.stubEnv("TRUSTED_PROXY_HOPS", "1")
    const { secret } = await freshKey(await freshTeam(), { ip_allowlist: ["203.0.113.0/24"] })
    expect((await send([bearer(secret), "X-Forwarded-For: 203.0.113.9"])).status).toBe(200)
    expect(outcome(await send([bearer(secret), forwarded]))).toBe("403 ip_not_allowed")
    expect(outcome(await send([bearer(secret)]))).toBe("403 ip_not_allowed")
  })
})
