import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { listAudit } from "./list"
import { recordAudit } from "./record"

describe("the audit log", () => {
  it("records who changed what, newest first, and filters by kind", async () => {
    const team = await freshTeam()
    const ada = asPerson(team)
    await recordAudit(ada, { action: "key.created", subject_id: "key_1", after: { name: "Warehouse" } })
    await recordAudit(ada, { action: "team.updated", before: { name: "Old" }, after: { name: "New" } })
    const { data, meta } = await run(listAudit, ada, {})
    expect(meta.total).toBe(2)
    expect(data.map((e) => e.action).sort()).toEqual(["key.created", "team.updated"])
    expect(data[0]).toMatchObject({ actor_kind: "person", actor_label: "Ada Test", ip: "192.0.2.10" })
    expect((await run(listAudit, ada, { action: "key." })).data.map((e) => e.after)).toEqual([{ name: "Warehouse" }])
  })

  it("sorts by time in both directions", async () => {
    const team = await freshTeam()
    for (const name of ["first", "second"])
      await recordAudit(asPerson(team), { action: "team.updated", after: { name } })
    const names = async (sort: string) =>
      (await run(listAudit, asPerson(team), { sort } as never)).data.map(({ after }) => after)
    const oldestFirst = await names("created_at")
    expect(oldestFirst).toEqual([{ name: "first" }, { name: "second" }])
    expect(await names("-created_at")).toEqual(oldestFirst.toReversed())
  })

  it("filters by time", async () => {
    const team = await freshTeam()
    await recordAudit(asPerson(team), { action: "team.updated" })
    const total = async (input: object) => (await run(listAudit, asPerson(team), input as never)).meta.total
    const past = "2026-01-01"
    const future = "2199-01-01"
    expect(await total({ created_after: past, created_before: future })).toBe(1)
    expect(await total({ created_after: future })).toBe(0)
    expect(await total({ created_before: past })).toBe(0)
  })

  it("marks people who are no longer members", async () => {
    const team = await freshTeam()
    await recordAudit(asPerson(team), { action: "team.updated" })
    expect((await run(listAudit, asPerson(team), {})).data[0]?.actor_is_gone).toBe(true)
  })

  it("is for admins, not for members, viewers or API keys", async () => {
    const team = await freshTeam()
    for (const role of ["viewer", "member"] as const)
      await expect(run(listAudit, asPerson(team, role), {})).rejects.toMatchObject({ code: "role_missing" })
    await expect(run(listAudit, asKey(team), {})).rejects.toMatchObject({ code: "scope_missing" })
  })

  it("cannot be changed by the application", async () => {
    const team = await freshTeam()
    await recordAudit(asPerson(team), { action: "team.updated" })
    const rewrite = inTeam(team.id, () =>
      prisma.auditEntry.updateMany({ where: { team_id: team.id }, data: { action: "nothing" } }),
    )
    await expect(rewrite).rejects.toThrow(/permission denied/)
  })

  it("is rolled back with the transaction of the change", async () => {
    const team = await freshTeam()
    const failing = inTeam(team.id, () =>
      prisma.$transaction(async (tx) => {
        await recordAudit(asPerson(team), { action: "team.updated" }, tx)
        throw new Error("the change failed")
      }),
    )
    await expect(failing).rejects.toThrow("the change failed")
    expect((await run(listAudit, asPerson(team), {})).meta.total).toBe(0)
  })
})
