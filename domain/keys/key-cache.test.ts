import { afterEach, describe, expect, it, vi } from "vitest"
import { freshTeam } from "@/domain/testing/team"
import type { KeyRecord } from "./find-key"
import { cachedKey, forgetKeys, keyCacheMs } from "./key-cache"

const ticks = async (count: number) => {
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
        forgetKeys()
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
