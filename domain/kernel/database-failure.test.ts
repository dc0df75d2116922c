import { setTimeout as sleep } from "node:timers/promises"
import { expect, it, onTestFinished } from "vitest"
import { acrossTeams, database, prisma, sql } from "@/prisma/client"
import { databaseFailure } from "./database-failure"

const failureOf = (work: () => Promise<unknown>) =>
  acrossTeams(work).then(
    () => expect.unreachable(),
    (thrown) => thrown,
  )

it("a transaction that got no connection in time counts as an unreachable database", async () => {
  const { pool } = database()
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  onTestFinished(() => {
    for (const client of held) client.release()
  })
  const thrown = await failureOf(() => prisma.$transaction(async () => {}, { maxWait: 50 }))
  expect(thrown).toMatchObject({ code: "P2028" })
  expect(databaseFailure(thrown)).toBe("unreachable")
})

it("a transaction that runs into its own timeout does not count as a database failure", async () => {
  const work = async () => {
    await prisma.$transaction(
      async (tx) => {
        await sleep(80)
        await tx.$queryRaw(sql`select 1`)
      },
      { timeout: 20 },
    )
  }
  const thrown = await failureOf(work)
  expect(thrown).toMatchObject({ code: "P2028" })
  expect(databaseFailure(thrown)).toBeUndefined()
})
