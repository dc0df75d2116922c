import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { isWellFormed } from "@/domain/kernel/key-format"
import { run } from "@/domain/kernel/operation"
import { limitsOf } from "@/domain/kernel/plans"
import { keyPattern } from "@/domain/kernel/redact-keys"
import { allScopes } from "@/domain/kernel/scopes"
import { hashKey } from "@/domain/kernel/secrets"
import { freshKey } from "@/domain/testing/key"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { createKey } from "./create"
import { getKey } from "./get"
import { revokeKey } from "./revoke"
import { rotateKey } from "./rotate"

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const stored = (teamId: string) => inTeam(teamId, () => prisma.apiKey.findMany({ where: { team_id: teamId } }))

describe("keys.create", () => {
  it("returns the key once, and stores only its hash and its hint", async () => {
    const team = await freshTeam()
    const { data } = await run(createKey, asPerson(team), { name: " Nightly export " })
    expect(isWellFormed(data.secret)).toBe(true)
    expect(data.key).toMatchObject({ name: "Nightly export", scopes: allScopes, state: "active", expires_at: null })
    const [row] = await stored(team.id)
    expect(Buffer.from(row?.key_hash ?? [])).toEqual(hashKey(data.secret))
    expect(JSON.stringify({ ...row, key_hash: Buffer.from(row?.key_hash ?? []).toString("latin1") })).not.toContain(
      data.secret.slice(9, 39),
    )
    expect(data.secret).toContain(data.key.hint.slice(0, 13))
  })

  it("creates sbx_test_ keys for a sample team and sbx_live_ keys for all others", async () => {
    const team = await freshTeam()
    expect((await freshKey(team)).secret).toMatch(/^sbx_live_/)
    expect((await freshKey({ ...team, is_sample: true })).secret).toMatch(/^sbx_test_/)
  })

  it("stores scopes, expiry and address ranges", async () => {
    const expires_at = inDays(30).toISOString()
    const input = { name: "Warehouse", scopes: ["clients:read", "clients:read"], expires_at, ip_allowlist: ["::1/128"] }
    const { data } = await run(createKey, asPerson(await freshTeam()), input as never)
    expect(data.key).toMatchObject({ scopes: ["clients:read"], expires_at, ip_allowlist: ["::1/128"] })
  })

  it("rejects invalid input and names the field", async () => {
    const owner = asPerson(await freshTeam())
    const fieldError = (input: object) =>
      run(createKey, owner, { name: "Test", ...input } as never).then(
        () => "made",
        (problem) => problem.errors.map((e: { parameter?: string; pointer?: string }) => e.parameter ?? e.pointer),
      )
    expect(await fieldError({ name: " " })).toEqual(["name"])
    expect(await fieldError({ name: "x".repeat(65) })).toEqual(["name"])
    expect(await fieldError({ scopes: [] })).toEqual(["scopes"])
    expect(await fieldError({ scopes: ["clients:write"] })).toEqual(["/scopes/0"])
    expect(await fieldError({ expires_at: inDays(-1).toISOString() })).toEqual(["expires_at"])
    const expired = run(createKey, owner, { name: "Test", expires_at: inDays(-1).toISOString() })
    await expect(expired).rejects.toThrow("expires_at is in the past.")
    expect(await fieldError({ ip_allowlist: ["10.0.0.0/8", "10.0.0.0/40"] })).toEqual(["/ip_allowlist/1"])
    expect(await fieldError({ ip_allowlist: Array(51).fill("10.0.0.0/8") })).toEqual(["ip_allowlist"])
    expect(await fieldError({ ip_allowlist: Array(50).fill("10.0.0.0/8") })).toBe("made")
  })

  it("is allowed for admins and owners, on a plan with API access", async () => {
    const team = await freshTeam()
    for (const role of ["viewer", "member"] as const)
      await expect(run(createKey, asPerson(team, role), { name: "x" })).rejects.toMatchObject({ code: "role_missing" })
    await expect(run(createKey, asKey(team), { name: "x" })).rejects.toMatchObject({ code: "scope_missing" })
    const free = asPerson(await freshTeam({ plan: "free" }))
    await expect(run(createKey, free, { name: "x" })).rejects.toMatchObject({ code: "plan_required" })
  })

  it("enforces the plan's limit of live keys; expired, revoked and rotated keys do not count", async () => {
    const team = await freshTeam({ plan: "pro" })
    const owner = asPerson(team)
    const keys = [await freshKey(team, { expires_at: inDays(1).toISOString() })]
    while (keys.length < limitsOf("pro").keys) keys.push(await freshKey(team))
    await expect(freshKey(team)).rejects.toMatchObject({ code: "plan_limit_reached", status: 403 })
    await run(rotateKey, owner, { key_id: keys[1]?.id } as never)
    await expect(freshKey(team)).rejects.toMatchObject({ code: "plan_limit_reached" })
    await run(revokeKey, owner, { key_id: keys[2]?.id } as never)
    await freshKey(team)
    const tomorrow = asPerson(team, "owner", () => inDays(1))
    await run(createKey, tomorrow, { name: "in the place of the expired one" })
    await expect(run(createKey, tomorrow, { name: "one too many" })).rejects.toMatchObject({
      code: "plan_limit_reached",
    })
  })

  it("counts a rotated key that still works, unless its successor is active", async () => {
    const team = await freshTeam({ plan: "pro" })
    const owner = asPerson(team)
    const first = await freshKey(team)
    for (let i = 2; i < limitsOf("pro").keys; i++) await freshKey(team)
    const rotate = async (key_id: string) => (await run(rotateKey, owner, { key_id })).data.key.id
    const refused = { code: "plan_limit_reached" }
    const second = await rotate(first.id)
    const third = await rotate(second)
    await expect(freshKey(team), "the first key counts beside the third").rejects.toMatchObject(refused)
    await expect(rotate(third), "the first and the second key would count").rejects.toMatchObject(refused)
    await run(revokeKey, owner, { key_id: first.id })
    const fourth = await rotate(third)
    await run(revokeKey, owner, { key_id: second })
    await freshKey(team)
    await run(revokeKey, owner, { key_id: fourth })
    await expect(freshKey(team), "the third key counts instead of the fourth").rejects.toMatchObject(refused)
  })

  it("creates only one key when several concurrent requests compete for the last one", async () => {
    const team = await freshTeam({ plan: "pro" })
    for (let i = 1; i < limitsOf("pro").keys; i++) await freshKey(team)
    const reached = await Promise.allSettled(Array.from({ length: 6 }, () => freshKey(team)))
    expect(reached.filter((r) => r.status === "fulfilled")).toHaveLength(1)
    expect(await stored(team.id)).toHaveLength(limitsOf("pro").keys)
  })

  it("allows at most a hundred keys per hour, rotations included", async () => {
    const team = await freshTeam()
    const owner = asPerson(team)
    let { id } = await freshKey(team)
    for (let created = 1; created < 100; created++)
      id = (await run(rotateKey, owner, { key_id: id, grace: "0" } as never)).data.key.id
    for (const make of [() => freshKey(team), () => run(rotateKey, owner, { key_id: id } as never)])
      await expect(make()).rejects.toMatchObject({ code: "rate_limited", headers: { "Retry-After": "3600" } })
    const later = asPerson(team, "owner", () => new Date(Date.now() + 3_600_000))
    await run(createKey, later, { name: "an hour later" })
  })

  it("records who created, rotated and revoked a key in the audit log, but never the key", async () => {
    const team = await freshTeam()
    const owner = asPerson(team)
    const first = await freshKey(team)
    const { data: oldKey } = await run(getKey, owner, { key_id: first.id })
    const second = (await run(rotateKey, owner, { key_id: first.id } as never)).data
    await run(revokeKey, owner, { key_id: first.id, reason: "no longer used" } as never)
    const { data } = await run(listAudit, owner, { action: "key." })
    expect(new Set(data.map((e) => `${e.action} ${e.subject_id}`))).toEqual(
      new Set([`key.created ${first.id}`, `key.rotated ${first.id}`, `key.revoked ${first.id}`]),
    )
    expect(data.map(({ after }) => (after as { name: string }).name)).toEqual(data.map(() => oldKey.name))
    expect(data.every((e) => e.actor_label === "Ada Test" && e.ip === "192.0.2.10")).toBe(true)
    const text = JSON.stringify(data)
    expect(text.match(keyPattern)?.length ?? 0).toBe(0)
    for (const { secret } of [first, second]) expect(text).not.toContain(secret.slice(9, 39))
  })
})
