import { expect, it } from "vitest"
import { acrossTeams, longTransaction, prisma, rows, sql } from "./client"

const sleep = sql`select 1 as woke from pg_sleep(9)`

it("a long transaction can wait for a statement that times out in any other transaction", async () => {
  const [long, short] = await Promise.allSettled([
    acrossTeams(() => longTransaction(20_000, (tx) => tx.$queryRaw(sleep))),
    acrossTeams(() => prisma.$transaction((tx) => tx.$queryRaw(sleep), { timeout: 20_000 })),
  ])
  expect(long).toMatchObject({ status: "fulfilled", value: [{ woke: 1 }] })
  expect(short.status).toBe("rejected")
  const limits = await acrossTeams(() =>
    rows<{ limit: string }>(sql`select current_setting('statement_timeout') as limit`),
  )
  expect(limits).toEqual([{ limit: "5s" }])
})
