import { afterEach, describe, expect, it, vi } from "vitest"
import { generateKey } from "@/domain/kernel/key-format"
import { run } from "@/domain/kernel/operation"
import { requireDeveloperAccess } from "@/domain/kernel/plans"
import { changePlan } from "@/domain/teams/change-plan"
import { freshKey } from "@/domain/testing/key"
import { asPerson, freshTeam } from "@/domain/testing/team"
import * as client from "@/prisma/client"
import { authenticate, cachedKey, clearKeyCache, type KeyRecord, keyCacheMs } from "./authenticate"
import { failedAttemptsPerMinute } from "./failed-attempts"
import { revokeKey } from "./revoke"
import { rotateKey } from "./rotate"

let last = 0
/** A separate address for each test, so that failures of one test do not count in another. */
const freshAddress = () => `198.18.${Math.floor(++last / 250)}.${(last % 250) + 1}`
/** Authenticates with this header, from a new address by default. */
const authenticateFrom = (authorization: string | null, ip = freshAddress(), now = new Date()) =>
  authenticate(authorization, { ip, userAgent: null }, now)
const inAnHour = () => new Date(Date.now() + 3_600_000)

describe("a key in the Authorization header", () => {
  it.each([["Bearer KEY"], ["bearer KEY"], ["BEARER KEY"], ["Bearer   KEY"], ["  Bearer KEY  "]])(
    "is accepted as %j",
    async (form) => {
      const team = await freshTeam()
      const { id, secret } = await freshKey(team)
      const caller = await authenticateFrom(form.replace("KEY", secret))
      expect([caller.team.id, caller.actor.id]).toEqual([team.id, id])
    },
  )

  it.each([
    [null, "key_missing"],
    ["", "key_missing"],
    ["Bearer", "key_missing"],
    ["Bearer ", "key_missing"],
    ["Basic KEY", "key_missing"],
    ["KEY", "key_missing"],
    ["BearerKEY", "key_missing"],
    ["Token KEY", "key_missing"],
    ["Bearer KEY KEY", "key_malformed"],
    ["Bearer KEY,", "key_malformed"],
    ["Bearer KEYx", "key_malformed"],
  ])("is rejected as %j: %s", async (form, code) => {
    const { secret } = await freshKey(await freshTeam())
    const answer = authenticateFrom(form?.replaceAll("KEY", secret) ?? null)
    const scheme =
      code === "key_missing" ? 'Bearer realm="signalbox"' : 'Bearer realm="signalbox", error="invalid_token"'
    await expect(answer).rejects.toMatchObject({ code, status: 401, headers: { "WWW-Authenticate": scheme } })
  })

  it("with a wrong checksum is rejected without a database query", async () => {
    const { secret } = await freshKey(await freshTeam())
    const query = vi.spyOn(client.database().pool, "execute")
    const mistyped = secret.slice(0, -1) + (secret.endsWith("0") ? "1" : "0")
    await expect(authenticateFrom(`Bearer ${mistyped}`)).rejects.toMatchObject({ code: "key_malformed" })
    expect(query).not.toHaveBeenCalled()
    await authenticateFrom(`Bearer ${secret}`)
    expect(query).toHaveBeenCalledTimes(1)
    query.mockRestore()
  })
})

describe("a key", () => {
  it("expires at expires_at, to the millisecond", async () => {
    const team = await freshTeam()
    const end = inAnHour()
    const { secret } = await freshKey(team, { expires_at: end.toISOString() })
    await authenticateFrom(`Bearer ${secret}`, undefined, new Date(end.getTime() - 1))
    await expect(authenticateFrom(`Bearer ${secret}`, undefined, end)).rejects.toMatchObject({ code: "key_expired" })
  })

  it("works only from its address ranges, and not from an unknown address", async () => {
    const { secret } = await freshKey(await freshTeam(), { ip_allowlist: ["203.0.113.0/24", "2001:db8::/32"] })
    for (const ip of ["203.0.113.9", "2001:db8::9", "::ffff:203.0.113.9"])
      await authenticateFrom(`Bearer ${secret}`, ip)
    for (const ip of ["203.0.114.9", "2001:db9::9", "unknown"])
      await expect(authenticateFrom(`Bearer ${secret}`, ip)).rejects.toMatchObject({
        code: "ip_not_allowed",
        status: 403,
      })
    const nowhere = authenticate(`Bearer ${secret}`, { ip: null, userAgent: null }, new Date())
    await expect(nowhere).rejects.toMatchObject({ code: "ip_not_allowed" })
  })

  it("stops immediately when the team changes to Free, and works again immediately on another plan", async () => {
    const team = await freshTeam()
    const { secret } = await freshKey(team)
    const use = async () => {
      const { team } = await authenticateFrom(`Bearer ${secret}`)
      requireDeveloperAccess(team)
      return team.plan
    }
    await use()
    await run(changePlan, asPerson(team), { plan: "free" })
    await expect(use()).rejects.toMatchObject({
      code: "plan_required",
      extra: { upgrade_path: `/${team.slug}/settings/plan` },
    })
    await run(changePlan, asPerson(team), { plan: "scale" })
    expect(await use()).toBe("scale")
  })

  it("is rejected from the first request after its revocation, with 50 requests in flight", async () => {
    const team = await freshTeam()
    for (let round = 0; round < 20; round++) {
      const { id, secret } = await freshKey(team)
      const ip = freshAddress()
      const hammer = Array.from({ length: 50 }, async (_, i) => {
        for (let wait = 0; wait < i % 7; wait++) await new Promise(setImmediate)
        return authenticateFrom(`Bearer ${secret}`, ip).catch(() => {})
      })
      await run(revokeKey, asPerson(team), { key_id: id } as never)
      await expect(authenticateFrom(`Bearer ${secret}`, ip)).rejects.toMatchObject({ code: "key_revoked" })
      await Promise.all(hammer)
      await expect(authenticateFrom(`Bearer ${secret}`, ip)).rejects.toMatchObject({ code: "key_revoked" })
    }
  })

  it("reports when it was replaced by a rotation", async () => {
    const team = await freshTeam()
    const { id, secret } = await freshKey(team)
    expect((await authenticateFrom(`Bearer ${secret}`)).replacedAt).toBeNull()
    await run(rotateKey, asPerson(team), { key_id: id } as never)
    const { replacedAt } = await authenticateFrom(`Bearer ${secret}`)
    expect(Math.abs(Date.now() - Number(replacedAt))).toBeLessThan(5_000)
  })
})

describe("failed attempts", () => {
  it("return 429 after a hundred in a minute from one address, and only from that address", async () => {
    const ip = freshAddress()
    for (let i = 0; i < failedAttemptsPerMinute; i++)
      await expect(authenticateFrom(`Bearer ${generateKey("live")}`, ip)).rejects.toMatchObject({ status: 401 })
    const refused = await authenticateFrom("Bearer mistyped", ip).catch((problem) => problem)
    expect(refused).toMatchObject({
      code: "rate_limited",
      status: 429,
      extra: { "violated-policies": ["failed-authentication"] },
    })
    expect(Number(refused.headers["Retry-After"])).toBeGreaterThan(0)
    expect(Number(refused.headers["Retry-After"])).toBeLessThanOrEqual(60)
    await expect(authenticateFrom("Bearer mistyped")).rejects.toMatchObject({ status: 401 })
  })

  it("do not block a valid key from the same address, whether it was used before or not", async () => {
    const team = await freshTeam()
    const ip = freshAddress()
    const inUse = await freshKey(team)
    const unseen = await freshKey(team)
    await authenticateFrom(`Bearer ${inUse.secret}`, ip)
    for (let i = 0; i <= failedAttemptsPerMinute; i++)
      await authenticateFrom(`Bearer ${generateKey("live")}`, ip).catch(() => {})
    expect((await authenticateFrom(`Bearer ${inUse.secret}`, ip)).actor.id).toBe(inUse.id)
    expect((await authenticateFrom(`Bearer ${unseen.secret}`, ip)).actor.id).toBe(unseen.id)
    await expect(authenticateFrom(`Bearer ${generateKey("live")}`, ip)).rejects.toMatchObject({ code: "rate_limited" })
  })

  it("over the limit run two look-ups at a time, and still find a valid key among a thousand guesses", async () => {
    const ip = freshAddress()
    const { id, secret } = await freshKey(await freshTeam())
    for (let i = 0; i < failedAttemptsPerMinute; i++) await authenticateFrom("Bearer mistyped", ip).catch(() => {})
    const { pool } = client.database()
    const execute = pool.execute.bind(pool)
    let [running, most] = [0, 0]
    const counted = vi.spyOn(pool, "execute").mockImplementation(async (...query: Parameters<typeof execute>) => {
      most = Math.max(most, ++running)
      return execute(...query).finally(() => running--)
    })
    const guesses = Array.from({ length: 1_000 }, () =>
      authenticateFrom(`Bearer ${generateKey("live")}`, ip).catch(({ code }) => code),
    )
    expect((await authenticateFrom(`Bearer ${secret}`, ip)).actor.id).toBe(id)
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(["rate_limited"]))
    expect(most).toBe(2)
    counted.mockRestore()
  })

  it("count together for an IPv6 /64, because one machine controls all of it", async () => {
    for (let i = 0; i < failedAttemptsPerMinute; i++)
      await authenticateFrom("Bearer mistyped", `2001:db8:7:7::${i.toString(16)}`).catch(() => {})
    await expect(authenticateFrom("Bearer mistyped", "2001:db8:7:7:ffff::1")).rejects.toMatchObject({ status: 429 })
    await expect(authenticateFrom("Bearer mistyped", "2001:db8:7:8::1")).rejects.toMatchObject({ status: 401 })
  })

  it("expire after a minute: a client that waits for Retry-After can try again", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] })
    const ip = freshAddress()
    for (let i = 0; i < failedAttemptsPerMinute; i++) await authenticateFrom("Bearer mistyped", ip).catch(() => {})
    const refused = await authenticateFrom("Bearer mistyped", ip).catch((problem) => problem)
    vi.advanceTimersByTime(Number(refused.headers["Retry-After"]) * 1000)
    await expect(authenticateFrom("Bearer mistyped", ip)).rejects.toMatchObject({ status: 401 })
    vi.useRealTimers()
  })

  it("do not include requests without a key", async () => {
    const ip = freshAddress()
    for (let i = 0; i <= failedAttemptsPerMinute; i++)
      await expect(authenticateFrom(null, ip)).rejects.toMatchObject({ code: "key_missing" })
  })
})

async function ticks(count: number) {
  for (let i = 0; i < count; i++) await null
}
const upTo = (most: number) => Math.floor(Math.random() * (most + 1))

async function freshRecord(): Promise<KeyRecord> {
  const team = await freshTeam()
  const key = { id: "key_1", name: "Test", hint: "sbx_live_ab12...wx9z", scopes: [], ip_allowlist: [] }
  return { ...key, expires_at: null, grace_until: null, revoked_at: null, replaced_by: null, team }
}

afterEach(() => vi.useRealTimers())

describe("the key cache", () => {
  it("never revives a revoked key, in any order of fill and revocation", async () => {
    const record = await freshRecord()
    let revived = 0
    for (let i = 0; i < 10_000; i++) {
      let revoked_at: string | null = null
      const find = async () => {
        await ticks(upTo(4))
        const read = { ...record, revoked_at }
        await ticks(upTo(4))
        return read
      }
      const revoke = async () => {
        await ticks(upTo(6))
        revoked_at = "2026-11-20T06:12:03.123Z"
        await ticks(upTo(3))
        clearKeyCache()
      }
      const hash = `race-${i}`
      await Promise.all([cachedKey(hash, find), revoke(), cachedKey(hash, find)])
      if ((await cachedKey(hash, find))?.revoked_at === null) revived++
    }
    expect(revived).toBe(0)
  })

  it("reads the key again after two seconds, no matter how often it was used", async () => {
    vi.useFakeTimers({ toFake: ["performance"] })
    const record = await freshRecord()
    const find = vi.fn(async () => record)
    const started = performance.now()
    while (performance.now() - started < keyCacheMs) {
      await cachedKey("busy", find)
      vi.advanceTimersByTime(100)
    }
    expect(find).toHaveBeenCalledTimes(1)
    await cachedKey("busy", find)
    expect(find).toHaveBeenCalledTimes(2)
  })

  it("measures the two seconds from the start of the look-up, so a slow look-up does not extend them", async () => {
    vi.useFakeTimers({ toFake: ["performance"] })
    const record = await freshRecord()
    const slow = vi.fn(async () => {
      vi.advanceTimersByTime(keyCacheMs)
      return record
    })
    await cachedKey("slow", slow)
    await cachedKey("slow", slow)
    expect(slow).toHaveBeenCalledTimes(2)
  })

  it("does not cache unknown keys, so a new key works immediately", async () => {
    const find = vi.fn(async () => undefined)
    await cachedKey("nobody", find)
    await cachedKey("nobody", find)
    expect(find).toHaveBeenCalledTimes(2)
  })
})
