/** Tests rate limits that two processes share in a real Redis (REDIS_URL). */
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { log } from "@/domain/kernel/log"
import { limitsOf } from "@/domain/kernel/plans"
import { freshKey } from "@/domain/testing/key"
import { longWait } from "@/domain/testing/long-wait"
import { freshTeam } from "@/domain/testing/team"
import { hasRedis, startRedis } from "@/scripts/testing/redis-server"
import { type OtherProcess, startOtherProcess } from "../testing/other-process"
import { serveRest } from "../testing/serve-rest"

const quota = limitsOf("pro").keyRequestsPerMinute
const alarm = vi.spyOn(log, "error")
const warning = vi.spyOn(log, "warn")
afterEach(() => void vi.clearAllMocks())

describe.runIf(hasRedis())("rate limits in Redis", () => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  let here: Awaited<ReturnType<typeof serveRest>>
  let there: OtherProcess
  beforeAll(async () => {
    redis = await startRedis()
    vi.stubEnv("REDIS_URL", redis.url)
    // On a busy machine it can take half a second until this process reads the response of Redis.
    vi.stubEnv("REDIS_TIMEOUT_MS", "3000")
    here = await serveRest()
    there = await startOtherProcess({ REDIS_URL: redis.url })
  })
  afterAll(async () => {
    await there.stop()
    await here.close()
    await redis.kill()
    vi.unstubAllEnvs()
  })

  const freshSecret = async () => freshKey(await freshTeam({ plan: "pro" }))
  const send = ({ url }: { url: string }, key: string) =>
    fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } })
  const remaining = (response: Response) => Number(/"key";r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1])
  const allowed = (responses: Response[]) => responses.filter(({ status }) => status === 200)
  const refused = (responses: Response[]) => responses.filter(({ status }) => status === 429)

  async function burst(count: number, sendRequest: (n: number) => Promise<Response>) {
    const responses: Response[] = []
    while (responses.length < count)
      responses.push(...(await Promise.all(Array.from({ length: 20 }, (_, i) => sendRequest(i)))))
    return responses
  }

  it("are shared: both processes together admit exactly the quota, and each remaining count is reported once", async () => {
    const { secret } = await freshSecret()
    const responses = await burst(quota + 60, (i) => send(i % 2 ? here : there, secret))
    expect(allowed(responses).map(remaining).sort(descending)).toEqual(
      Array.from({ length: quota }, (_, i) => quota - 1 - i),
    )
    expect(refused(responses)).toHaveLength(60)
    expect(alarm).not.toHaveBeenCalled()
  })

  it("are full again in both processes after the seconds of Retry-After", async () => {
    const { id, secret } = await freshSecret()
    await burst(quota, () => send(here, secret))
    expect(await redis.command("PEXPIRE", `signalbox:key:${id}`, "2300")).toBe(1)
    const seconds = Number((await send(there, secret)).headers.get("retry-after"))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(3)
    await sleep(seconds * 1_000)
    expect([await send(there, secret), await send(here, secret)].map(remaining)).toEqual([quota - 1, quota - 2])
  })

  it("leave nothing in Redis after one minute", async () => {
    const { id, secret } = await freshSecret()
    await send(here, secret)
    const leftMs = Number(await redis.command("PTTL", `signalbox:key:${id}`))
    expect(leftMs).toBeGreaterThan(50_000)
    expect(leftMs).toBeLessThanOrEqual(60_000)
  })

  it("are counted per process with an alarm while Redis hangs or is unreachable, and shared again afterwards", async () => {
    alarm.mockReturnValue()
    warning.mockReturnValue()
    const { id, secret } = await freshSecret()
    expect((await send(here, secret)).status).toBe(200)
    redis.signal("SIGSTOP")
    expect(allowed(await burst(60, () => send(here, secret)))).toHaveLength(60)
    await redis.kill()
    const responses = await burst(quota - 60 + 20, () => send(here, secret))
    expect([allowed(responses).length, refused(responses).length]).toEqual([quota - 60, 20])
    expect(alarm.mock.calls.map(([facts]) => (facts as unknown as { policy: string }).policy).sort()).toEqual([
      "key",
      "team",
    ])
    const named = (calls: unknown[][]) => new Set(calls.map(([facts]) => (facts as { dependency: string }).dependency))
    expect([named(alarm.mock.calls), named(warning.mock.calls)]).toEqual([new Set(["Redis"]), new Set(["Redis"])])
    await redis.start()
    for (const where of [here, there]) {
      const counted = () => redis.command("GET", `signalbox:key:${id}`).then(Number)
      const counts = async () => {
        const before = await counted()
        await send(where, secret)
        return (await counted()) === before + 1
      }
      await vi.waitUntil(counts, { ...longWait, interval: 200 })
    }
  })
})

const descending = (a: number, b: number) => b - a
