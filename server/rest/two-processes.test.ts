/** Tests two processes on one database: changes that one of them notices later, and limits that they share. */
import pg from "pg"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { log } from "@/domain/kernel/log"
import { run } from "@/domain/kernel/operation"
import { limitsOf } from "@/domain/kernel/plans"
import { revokeKey } from "@/domain/keys/revoke"
import { changePlan } from "@/domain/teams/change-plan"
import { freshKey } from "@/domain/testing/key"
import { longWait } from "@/domain/testing/long-wait"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { type OtherProcess, startOtherProcess } from "../testing/other-process"
import { serveRest } from "../testing/serve-rest"

let here: Awaited<ReturnType<typeof serveRest>>
let there: OtherProcess
beforeAll(async () => {
  vi.stubEnv("RATE_LIMIT_STORE", "postgres")
  here = await serveRest()
  there = await startOtherProcess({ RATE_LIMIT_STORE: "postgres" })
})
afterAll(async () => {
  await there.stop()
  await here.close()
  vi.unstubAllEnvs()
})
afterEach(() => vi.restoreAllMocks())

const send = ({ url }: { url: string }, key: string) =>
  fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } })
const statusOf = async (where: { url: string }, key: string) => (await send(where, key)).status
const remaining = (response: Response) => Number(/"key";r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1])
const quota = limitsOf("pro").keyRequestsPerMinute

/** Asks the other process without pause until it responds with `status`. */
const otherProcessAnswers = (key: string, status: number) =>
  vi.waitUntil(async () => (await statusOf(there, key)) === status, { ...longWait, interval: 0 })

describe("a change made on one process", () => {
  it("rejects a revoked key here immediately and in the other process soon after, even while it is in constant use", async () => {
    const team = await freshTeam({ plan: "scale" })
    const { id, secret } = await freshKey(team)
    expect([await statusOf(here, secret), await statusOf(there, secret)]).toEqual([200, 200])
    await run(revokeKey, asPerson(team), { key_id: id } as never)
    expect(await statusOf(here, secret)).toBe(401)
    await otherProcessAnswers(secret, 401)
    expect([await statusOf(here, secret), await statusOf(there, secret)]).toEqual([401, 401])
  })

  it("ends the keys of a team that changes to the plan Free, in both processes", async () => {
    const team = await freshTeam({ plan: "scale" })
    const { secret } = await freshKey(team)
    expect([await statusOf(here, secret), await statusOf(there, secret)]).toEqual([200, 200])
    await run(changePlan, asPerson(team), { plan: "free" })
    expect(await statusOf(here, secret)).toBe(403)
    await otherProcessAnswers(secret, 403)
  })
})

describe("rate limits in Postgres", () => {
  it("are shared: both processes together admit exactly the quota, and report each remaining count once", async () => {
    const { secret } = await freshKey(await freshTeam({ plan: "pro" }))
    const responses: Response[] = []
    while (responses.length < quota + 60)
      responses.push(...(await Promise.all(Array.from({ length: 20 }, (_, i) => send(i % 2 ? here : there, secret)))))
    const allowed = responses.filter((response) => response.status === 200)
    expect(allowed.length).toBe(quota)
    expect(allowed.map(remaining).sort((a, b) => a - b)).toEqual(Array.from({ length: quota }, (_, i) => i))
    const refused = responses.filter((response) => response.status === 429)
    expect(refused.length).toBe(60)
    expect(refused.every((response) => Number(response.headers.get("retry-after")) > 0)).toBe(true)
  })

  it("are counted per process while the store is unreachable: the same quota, an alarm, and never a 500", async () => {
    const alarm = vi.spyOn(log, "error").mockReturnValue()
    const { secret } = await freshKey(await freshTeam({ plan: "pro" }))
    expect(await statusOf(here, secret)).toBe(200)
    const statuses: number[] = []
    await withoutStore(async () => {
      while (statuses.length < quota + 20)
        statuses.push(...(await Promise.all(Array.from({ length: 20 }, () => statusOf(here, secret)))))
    })
    expect(statuses.filter((status) => status === 200)).toHaveLength(quota)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    const alarms = alarm.mock.calls.map(([facts]) => (facts as unknown as { policy: string }).policy)
    expect(alarms.sort()).toEqual(["key", "team"])
    expect(remaining(await send(here, secret))).toBe(quota - 2)
  })
})

/** Renames the counters' table while `work` runs. */
async function withoutStore(work: () => Promise<void>) {
  const owner = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await owner.connect()
  try {
    await owner.query("alter table rate_limit rename to rate_limit_away")
    await work()
  } finally {
    await owner.query("alter table rate_limit_away rename to rate_limit")
    await owner.end()
  }
}
