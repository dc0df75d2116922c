import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { run } from "@/domain/kernel/operation"
import { freshKey } from "@/domain/testing/key"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { getKey } from "./get"
import { listKeys } from "./list"
import { revokeKey } from "./revoke"

describe("keys.revoke", () => {
  it("revokes a key permanently with a reason; a second call changes nothing", async () => {
    const team = await freshTeam()
    const owner = asPerson(team)
    const { id } = await freshKey(team)
    const first = await run(revokeKey, owner, { key_id: id, reason: "laptop lost" } as never)
    expect(first.data).toMatchObject({ state: "revoked", revoke_reason: "laptop lost" })
    const again = await run(revokeKey, owner, { key_id: id, reason: "again" } as never)
    expect(again.data).toEqual(first.data)
    expect((await run(listAudit, owner, { action: "key.revoked" })).meta.total).toBe(1)
  })

  it("does not find a key of another team, or one that does not exist", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    const { id } = await freshKey(other)
    for (const key_id of [id, "key_01JD3Y8F5V6Q2K9M4N7P0R1S2T"])
      for (const operation of [revokeKey, getKey])
        await expect(run(operation, asPerson(team), { key_id } as never)).rejects.toMatchObject({
          code: "resource_not_found",
          message: "Your team has no API key with this ID.",
        })
    expect((await run(getKey, asPerson(other), { key_id: id } as never)).data.state).toBe("active")
  })

  it("is allowed for admins and owners; members and viewers can only read keys", async () => {
    const team = await freshTeam()
    const { id } = await freshKey(team)
    for (const role of ["viewer", "member"] as const) {
      await expect(run(revokeKey, asPerson(team, role), { key_id: id } as never)).rejects.toMatchObject({
        code: "role_missing",
      })
      expect((await run(getKey, asPerson(team, role), { key_id: id } as never)).data.id).toBe(id)
    }
    for (const operation of [revokeKey, getKey])
      await expect(run(operation, asKey(team), { key_id: id } as never)).rejects.toMatchObject({
        code: "scope_missing",
      })
  })
})

describe("keys.list", () => {
  it("lists the team's keys by state, without the keys themselves", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    const keys = [await freshKey(team), await freshKey(team), await freshKey(other)] as const
    await run(revokeKey, asPerson(team), { key_id: keys[0].id } as never)
    const list = (input: object) => run(listKeys, asPerson(team), input as never)
    expect((await list({})).meta.total).toBe(2)
    expect((await list({ state: ["active"] })).data.map((k) => k.id)).toEqual([keys[1].id])
    expect((await list({ state: ["revoked", "expired"] })).data.map((k) => k.id)).toEqual([keys[0].id])
    const text = JSON.stringify((await list({})).data)
    for (const { secret } of keys) expect(text).not.toContain(secret.slice(9, 39))
  })

  it("returns the newest first, on pages", async () => {
    const team = await freshTeam()
    const created: string[] = []
    for (let i = 0; i < 3; i++) created.push((await freshKey(team)).id)
    const page = (more: object) => run(listKeys, asPerson(team), { limit: 2, ...more })
    const first = await page({})
    const last = await page({ cursor: first.meta.next_cursor })
    expect([...first.data, ...last.data].map(({ id }) => id)).toEqual(created.toReversed())
  })
})
