import { expect, it } from "vitest"
import { freshTeam } from "@/domain/testing/team"
import { freshWebhook } from "@/domain/testing/webhook"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { plannedUnder } from "./planned"

it("changes nothing when the lock fails, and applies the change when it succeeds", async () => {
  const { id } = await freshWebhook(await freshTeam())
  const renamed = (to: string) => sql`update webhook_endpoint set description = ${to} where id = ${id} returning id`
  const description = async () =>
    (await acrossTeams(() => rows(sql`select description from webhook_endpoint where id = ${id}`)))[0]
  const before = await description()
  const inVain = acrossTeams(() => plannedUnder("select 1 / 0", renamed("without")))
  await expect(inVain).rejects.toMatchObject({ code: "22012" })
  expect(await description()).toEqual(before)
  expect(await acrossTeams(() => plannedUnder("select 1", renamed("with")))).toEqual([{ id }])
  expect(await description()).toEqual({ description: "with" })
})
