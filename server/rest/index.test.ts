import { afterEach, describe, expect, it, vi } from "vitest"
import { run } from "@/domain/kernel/operation"
import { flushRequestLog } from "@/domain/keys/request-log"
import { revokeKey } from "@/domain/keys/revoke"
import { freshClient } from "@/domain/testing/client"
import { freshKey } from "@/domain/testing/key"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { restFetchHandler } from "."

const send = (path: string, secret?: string, init: RequestInit = {}) =>
  restFetchHandler(
    new Request(`http://localhost:3000/api/v1${path}`, {
      ...init,
      headers: { ...(secret && { authorization: `Bearer ${secret}` }), ...init.headers },
    }),
  )

afterEach(() => vi.unstubAllEnvs())

describe("a request with a key", () => {
  it("gets data and meta, with limits, timing and a request id", async () => {
    const team = await freshTeam()
    const { secret } = await freshKey(team)
    await freshClient(team, { name: "Bergamo Bikes" })
    const response = await send("/clients?limit=25&status=active,paused", secret)
    const body = await response.json()
    expect(response.status).toBe(200)
    expect(body.data).toHaveLength(1)
    expect(body.meta).toMatchObject({
      total: 1,
      limit: 25,
      query: { status: ["active", "paused"], sort: "-created_at" },
    })
    expect(response.headers.get("request-id")).toBe(body.meta.request_id)
    expect(response.headers.get("ratelimit-policy")).toBe('"key";q=1200;w=60, "team";q=6000;w=60')
    expect(response.headers.get("ratelimit")).toMatch(/^"key";r=1199;t=\d+, "team";r=5999;t=\d+$/)
    expect(response.headers.get("server-timing")).toMatch(/^db;dur=[\d.]+, total;dur=[\d.]+$/)
  })

  it("follows Link to the last page", async () => {
    const team = await freshTeam()
    const { secret } = await freshKey(team)
    for (let i = 0; i < 5; i++) await freshClient(team)
    const seen: string[] = []
    let next: string | undefined = "/clients?limit=2"
    while (next) {
      const response: Response = await send(next, secret)
      seen.push(...(await response.json()).data.map((c: { id: string }) => c.id))
      next = /<\/api\/v1(.+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1]
    }
    expect(new Set(seen).size).toBe(5)
  })

  it("gets 304 for an unchanged response, which does not count against the limit", async () => {
    const team = await freshTeam()
    const { secret } = await freshKey(team)
    const first = await send("/clients", secret)
    const etag = first.headers.get("etag") as string
    const again = await send("/clients", secret, { headers: { "if-none-match": etag } })
    expect([again.status, await again.text()]).toEqual([304, ""])
    const third = await send("/clients", secret)
    expect(third.headers.get("ratelimit")).toContain('"key";r=1198;')
    await freshClient(team)
    expect((await send("/clients", secret, { headers: { "if-none-match": etag } })).status).toBe(200)
  })

  it("gets the same headers and no body for HEAD", async () => {
    const { secret } = await freshKey(await freshTeam())
    const response = await send("/clients", secret, { method: "HEAD" })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe("")
    expect(Number(response.headers.get("content-length"))).toBeGreaterThan(100)
  })

  it("is rejected from the next request on when the key is revoked", async () => {
    const team = await freshTeam()
    const { id, secret } = await freshKey(team)
    expect((await send("/me", secret)).status).toBe(200)
    await run(revokeKey, asPerson(team), { key_id: id } as never)
    const refused = await send("/me", secret)
    expect([refused.status, (await refused.json()).code]).toEqual([401, "key_revoked"])
  })

  it("appears in the request log, with the address shortened to its network", async () => {
    const team = await freshTeam()
    const { id, secret } = await freshKey(team)
    await send("/clients/cli_01JD3Y8F5V6Q2K9M4N7P0R1S2T", secret, { headers: { "user-agent": "test/1" } })
    await flushRequestLog()
    const [entry] = await inTeam(team.id, () => prisma.requestLogEntry.findMany({ where: { team_id: team.id } }))
    expect(entry).toMatchObject({
      key_id: id,
      route: "/api/v1/clients/{client_id}",
      status: 404,
      code: "resource_not_found",
      user_agent: "test/1",
    })
    const used = await inTeam(team.id, () => prisma.apiKey.findFirst({ where: { team_id: team.id, id } }))
    expect(used?.last_used_at).not.toBeNull()
  })
})

describe("a request that is refused", () => {
  it("reports all errors together, in one shape", async () => {
    const { secret } = await freshKey(await freshTeam())
    const response = await send("/clients?limit=0&colour=red", secret)
    const body = await response.json()
    expect(response.status).toBe(400)
    expect(response.headers.get("content-type")).toBe("application/problem+json; charset=utf-8")
    expect(body).toMatchObject({
      status: 400,
      code: "parameter_invalid",
      instance: "/api/v1/clients",
      errors: [{ parameter: "limit" }, { parameter: "colour" }],
    })
  })

  it.each([
    ["no key", undefined, "key_missing", 401],
    ["a mistyped key", "sbx_live_0123456789ABCDEFGHIJabcdefghij000000", "key_malformed", 401],
    ["an unknown key", "sbx_live_0123456789ABCDEFGHIJabcdefghij3NFETz", "key_unknown", 401],
  ])("gives the reason: %s", async (_, secret, code, status) => {
    const response = await send("/me", secret)
    expect([response.status, (await response.json()).code]).toEqual([status, code])
    expect(response.headers.get("www-authenticate")).toMatch(/^Bearer realm="signalbox"/)
  })

  it("needs a plan with API access", async () => {
    const team = await freshTeam()
    const { secret } = await freshKey(team)
    await inTeam(team.id, () => prisma.team.update({ where: { id: team.id }, data: { plan: "free" } }))
    const response = await send("/me", secret)
    expect([response.status, (await response.json()).code]).toEqual([403, "plan_required"])
  })

  it("is logged and limited on a plan without API access", async () => {
    const team = await freshTeam({ plan: "free" })
    const { secret } = await freshKey({ ...team, plan: "pro" })
    const statuses: number[] = []
    for (let i = 0; i < 61; i++) statuses.push((await send("/me", secret)).status)
    expect(statuses).toEqual([...Array(60).fill(403), 429])
    await flushRequestLog()
    const entries = await inTeam(team.id, () => prisma.requestLogEntry.findMany({ where: { team_id: team.id } }))
    expect(entries.map(({ code }) => code).sort()).toEqual([...Array(60).fill("plan_required"), "rate_limited"])
  })

  it("needs the scope, and names it", async () => {
    const { secret } = await freshKey(await freshTeam(), { scopes: ["usage:read"] })
    const response = await send("/clients", secret)
    expect(await response.json()).toMatchObject({
      status: 403,
      code: "scope_missing",
      required_scopes: ["clients:read"],
    })
    expect(response.headers.get("www-authenticate")).toContain('scope="clients:read"')
  })

  it("can only read", async () => {
    const { secret } = await freshKey(await freshTeam())
    const response = await send("/clients", secret, { method: "POST" })
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"])
  })

  it("gets a problem document at an unknown path too", async () => {
    const response = await send("/nothing/here")
    expect([response.status, (await response.json()).code]).toEqual([404, "route_not_found"])
  })

  it("has its key revoked when the key is in the URL", async () => {
    const { secret } = await freshKey(await freshTeam())
    const response = await send(`/clients?api_key=${secret}`)
    const body = await response.json()
    expect([response.status, body.code]).toEqual([400, "key_in_url"])
    expect(JSON.stringify(body)).not.toContain(secret)
    expect((await (await send("/me", secret)).json()).code).toBe("key_revoked")
  })

  it("is limited per minute, and reports how long to wait", async () => {
    vi.stubEnv("SIGNALBOX_LIMITS", "")
    const team = await freshTeam({ plan: "pro" })
    const { secret } = await freshKey(team)
    const statuses: number[] = []
    for (let i = 0; i < 301; i++) statuses.push((await send("/me", secret)).status)
    expect(statuses.filter((s) => s === 200)).toHaveLength(300)
    const last = await send("/me", secret)
    expect(last.status).toBe(429)
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(await last.json()).toMatchObject({ code: "rate_limited", "violated-policies": ["key"] })
  })
})
