import { describe, expect, it } from "vitest"
import { updateClient } from "@/domain/clients/update"
import { run } from "@/domain/kernel/operation"
import { idRow } from "@/domain/kernel/rows"
import { freshClient } from "@/domain/testing/client"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { acrossTeams, inTeam, prisma, rows, sql } from "./client"
import { dryRun } from "./dry-run"

describe("a dry run", () => {
  it("sees its own changes in every kind of statement, and leaves nothing behind", async () => {
    const team = await freshTeam()
    const { id } = await freshClient(team)
    const where = { team_id: team.id, id }
    const seen = await inTeam(team.id, () =>
      dryRun(async () => {
        await prisma.$transaction((tx) => tx.client.updateMany({ where, data: { name: "Changed" } }))
        await prisma
          .$transaction((tx) => tx.client.deleteMany({ where }).then(() => Promise.reject(new Error("no"))))
          .catch(() => {})
        const byPrisma = await prisma.client.findFirst({ where })
        const byStatement = await rows(
          idRow,
          sql`select id from client where team_id = ${team.id} and name = 'Changed'`,
        )
        return [byPrisma?.name, byStatement]
      }),
    )
    expect(seen).toEqual(["Changed", [{ id }]])
    expect((await inTeam(team.id, () => prisma.client.findFirst({ where })))?.name).not.toBe("Changed")
  })

  it("leaves nothing behind when the work enters its team again, and cannot enter all teams", async () => {
    const team = await freshTeam()
    const { id } = await freshClient(team)
    const where = { team_id: team.id, id }
    const rename = (name: string) => () => prisma.client.updateMany({ where, data: { name } })
    const count = await inTeam(team.id, () =>
      dryRun(async () => {
        await inTeam(team.id, rename("Changed"))
        await expect(acrossTeams(rename("Changed by all"))).rejects.toThrow("cannot leave its team")
        return prisma.client.count({ where: { ...where, name: { startsWith: "Changed" } } })
      }),
    )
    expect(count).toBe(1)
    expect((await inTeam(team.id, () => prisma.client.findFirst({ where })))?.name).not.toMatch(/^Changed/)
  })

  it("sees only the rows of its team", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    await freshClient(other)
    expect(await inTeam(team.id, () => dryRun(() => prisma.client.count()))).toBe(0)
    expect(await inTeam(other.id, () => prisma.client.count())).toBe(1)
  })

  it("reports the error that the change would have, and frees its connection", async () => {
    const team = await freshTeam()
    const { id: client_id } = await freshClient(team, { name: "Bergamo" })
    await freshClient(team, { name: "Ondine" })
    const ctx = { ...asPerson(team), isDryRun: true }
    for (let i = 0; i < 12; i++)
      await expect(run(updateClient, ctx, { client_id, name: "Ondine" })).rejects.toMatchObject({
        code: "already_exists",
      })
    expect((await run(updateClient, ctx, { client_id, status: "paused" })).data.status).toBe("paused")
    expect((await run(updateClient, asPerson(team), { client_id, tags: [] })).data.status).toBe("active")
  })
})
