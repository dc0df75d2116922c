import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { freshKey } from "@/domain/testing/key"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { authenticate } from "./authenticate"
import { getKey } from "./get"
import { revokeKey } from "./revoke"
import { gracePeriodsMs, rotateKey } from "./rotate"

const origin = { ip: "198.51.100.40", userAgent: null }
const works = (secret: string, at: Date) =>
  authenticate(`Bearer ${secret}`, origin, at).then(
    () => "works",
    (problem) => problem.code,
  )
const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

describe("keys.rotate", () => {
  it.each(["1h", "24h", "7d"] as const)("accepts the old key for %s, and not a millisecond longer", async (grace) => {
    const team = await freshTeam()
    const old = await freshKey(team)
    const now = new Date()
    const owner = asPerson(team, "owner", () => now)
    const { data } = await run(rotateKey, owner, { key_id: old.id, grace } as never)
    const end = later(now, gracePeriodsMs[grace])
    const { data: unchanged } = await run(getKey, owner, { key_id: old.id } as never)
    expect(unchanged).toMatchObject({ state: "in_grace", grace_until: end.toISOString(), replaced_by: data.key.id })
    expect(await works(old.secret, later(end, -1))).toBe("works")
    expect(await works(old.secret, end)).toBe("key_expired")
    expect(await works(data.secret, end)).toBe("works")
  })

  it("revokes the old key immediately without a grace period", async () => {
    const team = await freshTeam()
    const old = await freshKey(team)
    expect(await works(old.secret, new Date())).toBe("works")
    const { data } = await run(rotateKey, asPerson(team), { key_id: old.id, grace: "0" } as never)
    expect(await works(old.secret, new Date())).toBe("key_revoked")
    expect(await works(data.secret, new Date())).toBe("works")
  })

  it("never extends a key's lifetime: the grace period ends at its expiry", async () => {
    const team = await freshTeam()
    const now = new Date()
    const expires_at = later(now, 1_800_000).toISOString()
    const old = await freshKey(team, { expires_at })
    const owner = asPerson(team, "owner", () => now)
    const { data } = await run(rotateKey, owner, { key_id: old.id, grace: "7d" } as never)
    expect((await run(getKey, owner, { key_id: old.id } as never)).data.grace_until).toBe(expires_at)
    expect(data.key.expires_at).toBe(expires_at)
    expect(await works(old.secret, new Date(expires_at))).toBe("key_expired")
  })

  it("rejects the old key after its grace period, although it would expire later", async () => {
    const team = await freshTeam()
    const now = new Date()
    const old = await freshKey(team, { expires_at: later(now, 30 * 86_400_000).toISOString() })
    await run(
      rotateKey,
      asPerson(team, "owner", () => now),
      { key_id: old.id, grace: "1h" } as never,
    )
    expect(await works(old.secret, later(now, gracePeriodsMs["1h"] - 1))).toBe("works")
    expect(await works(old.secret, later(now, gracePeriodsMs["1h"]))).toBe("key_expired")
  })

  it("copies name, scopes, address ranges and expiry to the new key", async () => {
    const team = await freshTeam()
    const unchanged = { name: "Warehouse", scopes: ["clients:read" as const], ip_allowlist: ["10.0.0.0/8"] }
    const old = await freshKey(team, unchanged)
    const { data } = await run(rotateKey, asPerson(team), { key_id: old.id } as never)
    expect(data.key).toMatchObject({ ...unchanged, state: "active", replaced_by: null })
    expect(data.secret).not.toBe(old.secret)
  })

  it("rejects keys that are in grace, revoked, expired or of another team", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    const owner = asPerson(team)
    const inGrace = await freshKey(team)
    const revoked = await freshKey(team)
    const rotate = (key_id: string, as = owner) => run(rotateKey, as, { key_id } as never)
    await rotate(inGrace.id)
    await run(revokeKey, owner, { key_id: revoked.id } as never)
    for (const { id } of [inGrace, revoked]) await expect(rotate(id)).rejects.toMatchObject({ code: "state_conflict" })
    await expect(rotate((await freshKey(other)).id)).rejects.toMatchObject({ code: "resource_not_found" })
    const expiring = await freshKey(team, { expires_at: later(new Date(), 1_000).toISOString() })
    const inTwoSeconds = asPerson(team, "owner", () => later(new Date(), 2_000))
    await expect(rotate(expiring.id, inTwoSeconds)).rejects.toMatchObject({ code: "state_conflict" })
  })

  it("creates one successor when several rotations run concurrently", async () => {
    const team = await freshTeam()
    const { id } = await freshKey(team)
    const rotations = [1, 2, 3].map(() => run(rotateKey, asPerson(team), { key_id: id } as never))
    const done = (await Promise.allSettled(rotations)).filter((r) => r.status === "fulfilled")
    expect(done).toHaveLength(1)
  })

  it("allows the old key to be revoked during its grace period", async () => {
    const team = await freshTeam()
    const old = await freshKey(team)
    await run(rotateKey, asPerson(team), { key_id: old.id } as never)
    await run(revokeKey, asPerson(team), { key_id: old.id } as never)
    expect(await works(old.secret, new Date())).toBe("key_revoked")
  })
})
