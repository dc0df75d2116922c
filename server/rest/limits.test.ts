/** Tests rate limits from the caller's view, counted in this process. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { listClients } from "@/domain/clients/list"
import { log } from "@/domain/kernel/log"
import { limitsOf } from "@/domain/kernel/plans"
import { freshKey } from "@/domain/testing/key"
import { longWait } from "@/domain/testing/long-wait"
import { freshTeam } from "@/domain/testing/team"
import { serveRest } from "../testing/serve-rest"

let server: Awaited<ReturnType<typeof serveRest>>
beforeAll(async () => {
  server = await serveRest()
})
afterAll(() => server.close())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const send = (path: string, key: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}`, ...headers } })
const quota = limitsOf("pro").keyRequestsPerMinute
const left = (response: Response) =>
  [...(response.headers.get("ratelimit") ?? "").matchAll(/"(\w+)";r=(\d+);t=\d+/g)].map(([, name, r]) => `${name} ${r}`)
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

describe("the limit of a key", () => {
  it("decreases by one per request, and admits exactly the quota", async () => {
    const team = await freshTeam({ plan: "pro" })
    const { secret } = await freshKey(team)
    for (let taken = 1; taken <= quota; taken++) {
      const response = await send("/me", secret)
      expect([response.status, ...left(response)]).toEqual([200, `key ${quota - taken}`, `team ${1_200 - taken}`])
    }
    const refused = await send("/me", secret)
    expect([refused.status, ...left(refused)]).toEqual([429, "key 0", `team ${1_200 - quota - 1}`])
    expect(await refused.json()).toMatchObject({
      type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
      code: "rate_limited",
      "violated-policies": ["key"],
    })
  })

  it("is exact under a burst", async () => {
    const { secret } = await freshKey(await freshTeam({ plan: "pro" }))
    const statuses: number[] = []
    while (statuses.length < quota + 40)
      statuses.push(...(await times(20, async () => (await send("/me", secret)).status)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(quota)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
  })

  it("does not affect the other keys of the team when it is used up", async () => {
    const team = await freshTeam({ plan: "pro" })
    const greedy = await freshKey(team)
    const modest = await freshKey(team)
    for (let i = 0; i < quota + 100; i++) await send("/me", greedy.secret)
    expect(left(await send("/me", modest.secret))).toEqual([`key ${quota - 1}`, `team ${1_200 - quota - 1}`])
  })

  it("is full again after exactly the seconds of Retry-After", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const { secret } = await freshKey(await freshTeam({ plan: "pro" }))
    for (let i = 0; i < quota; i++) await send("/me", secret)
    vi.setSystemTime(Date.now() + 17_300)
    const seconds = Number((await send("/me", secret)).headers.get("retry-after"))
    expect(seconds).toBe(43)
    vi.setSystemTime(Date.now() + (seconds - 1) * 1000)
    expect((await send("/me", secret)).status).toBe(429)
    vi.setSystemTime(Date.now() + 1000)
    const again = await send("/me", secret)
    expect([again.status, ...left(again)]).toEqual([200, `key ${quota - 1}`, "team 1199"])
  })

  it("is not reduced by a 304, and the response says so", async () => {
    const { secret } = await freshKey(await freshTeam({ plan: "pro" }))
    const etag = (await send("/clients", secret)).headers.get("etag") ?? ""
    for (let i = 0; i < 5; i++) {
      const response = await send("/clients", secret, { "if-none-match": etag })
      expect([response.status, ...left(response)]).toEqual([304, `key ${quota - 1}`, "team 1199"])
    }
    expect(left(await send("/clients", secret))).toEqual([`key ${quota - 2}`, "team 1198"])
  })

  it("refunds at most its quota for 304: at most twice the quota passes in a window", async () => {
    const { secret } = await freshKey(await freshTeam({ plan: "pro" }))
    const etag = (await send("/clients", secret)).headers.get("etag") ?? ""
    const again = async () => (await send("/clients", secret, { "if-none-match": etag })).status
    for (let i = 0; i < quota; i++) expect(await again()).toBe(304)
    const statuses: number[] = []
    for (let i = 0; i < quota; i++) statuses.push(await again())
    expect([statuses.filter((s) => s === 304).length, statuses.filter((s) => s === 429).length]).toEqual([quota - 1, 1])
  })

  it("is not refunded for If-None-Match: *, which proves no earlier response", async () => {
    const { secret } = await freshKey(await freshTeam({ plan: "pro" }))
    const anything = { "if-none-match": "*" }
    const response = await send("/clients", secret, anything)
    expect([response.status, ...left(response)]).toEqual([304, `key ${quota - 1}`, "team 1199"])
    const statuses: number[] = []
    for (let i = 1; i < quota * 1.5; i++) statuses.push((await send("/clients", secret, anything)).status)
    expect([statuses.filter((s) => s === 304).length, statuses.filter((s) => s === 429).length]).toEqual([299, 150])
  })

  it("counts errors too", async () => {
    const { secret } = await freshKey(await freshTeam({ plan: "pro" }))
    for (const path of ["/clients?limit=0", "/clients?colour=red", "/clients/cli_01JD3Y8F5V6Q2K9M4N7P0R1S2T"])
      await send(path, secret)
    expect(left(await send("/me", secret))[0]).toBe(`key ${quota - 4}`)
  })

  it("is the same in /me as in the headers", async () => {
    const { secret } = await freshKey(await freshTeam({ plan: "agency" }))
    const response = await send("/me", secret)
    const { requests } = (await response.json()).data.limits
    expect(requests.map((r: { policy: string; remaining: number }) => `${r.policy} ${r.remaining}`)).toEqual(
      left(response),
    )
  })
})

describe("concurrent requests of a key", () => {
  it("are limited to 25; the next gets Retry-After 1 s, and other keys are not affected", async () => {
    const team = await freshTeam()
    const busy = await freshKey(team)
    const other = await freshKey(team)
    const gate = Promise.withResolvers<void>()
    const handle = listClients.handle
    const held = vi.spyOn(listClients, "handle").mockImplementation(async (ctx, query) => {
      await gate.promise
      return handle(ctx, query)
    })
    const running = times(25, () => send("/clients", busy.secret))
    await vi.waitFor(() => expect(held).toHaveBeenCalledTimes(25), longWait)
    const refused = await send("/me", busy.secret)
    expect([refused.status, refused.headers.get("retry-after"), (await refused.json()).code]).toEqual([
      429,
      "1",
      "concurrency_limited",
    ])
    expect((await send("/me", other.secret)).status).toBe(200)
    gate.resolve()
    expect((await running).map((response) => response.status)).toEqual(Array(25).fill(200))
    expect((await send("/me", busy.secret)).status).toBe(200)
  })

  it("free their slot when they fail", async () => {
    const { secret } = await freshKey(await freshTeam())
    vi.spyOn(log, "error").mockReturnValue()
    vi.spyOn(listClients, "handle").mockRejectedValue(new Error("odd"))
    for (let i = 0; i < 60; i++) expect((await send("/clients", secret)).status).toBe(500)
    expect((await send("/me", secret)).status).toBe(200)
  })

  it("free their slot when the caller disconnects", async () => {
    const { secret } = await freshKey(await freshTeam())
    for (let i = 0; i < 60; i++)
      await fetch(`${server.url}/api/v1/clients`, {
        headers: { authorization: `Bearer ${secret}` },
        signal: AbortSignal.timeout(1),
      }).catch(() => {})
    await vi.waitFor(async () => expect((await send("/me", secret)).status).toBe(200), longWait)
  })
})
