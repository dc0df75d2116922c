import { expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { freshKey } from "@/domain/testing/key"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { listKeys } from "./list"

it("sorts by name, by creation and by the last use, with unused keys last", async () => {
  const team = await freshTeam()
  for (const [name, last_used_at] of [
    ["beta", new Date("2026-11-02")],
    ["Alpha", null],
    ["Gamma", new Date("2026-11-01")],
  ] as const) {
    const { id } = await freshKey(team, { name })
    await inTeam(team.id, () => prisma.apiKey.updateMany({ where: { team_id: team.id, id }, data: { last_used_at } }))
  }
  const names = async (sort?: string) =>
    (await run(listKeys, asPerson(team), { sort } as never)).data.map(({ name }) => name)
  expect(await names()).toEqual(["Gamma", "Alpha", "beta"])
  expect(await names("created_at")).toEqual(["beta", "Alpha", "Gamma"])
  expect(await names("name")).toEqual(["Alpha", "beta", "Gamma"])
  expect(await names("-name")).toEqual(["Gamma", "beta", "Alpha"])
  expect(await names("last_used_at")).toEqual(["Gamma", "beta", "Alpha"])
  expect(await names("-last_used_at")).toEqual(["beta", "Gamma", "Alpha"])
})
