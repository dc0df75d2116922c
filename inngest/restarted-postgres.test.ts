import { setTimeout as sleep } from "node:timers/promises"
import { beforeEach, expect, it, vi } from "vitest"
import { sweep } from "@/domain/deliveries/sweep"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { ownPostgres } from "@/domain/deliveries/testing/own-postgres"
import { messageIds, receiving } from "@/domain/deliveries/testing/receiving"
import { queryRows } from "@/domain/deliveries/testing/rows-of"
import { log } from "@/domain/kernel/log"
import { isFullSize, sized } from "@/domain/testing/size"
import { sql } from "@/prisma/client"
import { backgroundProcess, backgroundWork } from "./testing/background"

const postgres = ownPostgres()
beforeEach(() => {
  for (const level of ["warn", "error"] as const) vi.spyOn(log, level).mockReturnValue()
})

const awayMs = sized(3_000, 30_000)
const messages = sized(1_000, 10_000)
const endpoints = 20

const answeringAfter = (ms: number) => async (_: unknown, response: { end(): void }) => {
  await sleep(ms)
  response.end()
}

it.each(["stopped", "killed"] as const)(
  "two processes lose no delivery, and the attempts that failed do not count, when Postgres is %s and comes back",
  async (how) => {
    await backgroundWork()
    await backgroundProcess()
    const all = await Promise.all(Array.from({ length: endpoints }, () => receiving(answeringAfter(20))))
    const received = () => messageIds(all.flatMap(({ requests }) => requests))
    const made = await Promise.all(all.map(({ endpoint }) => freshDeliveries(endpoint, messages / endpoints)))
    const ids = made.flat().map(({ message_id }) => message_id)
    await expect.poll(() => received().length, { interval: 5 }).toBeGreaterThan(messages / 5)
    await postgres.end(how)
    await sleep(awayMs)
    const meanwhile = received().length
    expect(meanwhile).toBeLessThan(messages)
    await postgres.start()
    await expect.poll(() => isAllDone(ids), { interval: 200 }).toBe(true)

    expect(new Set(received())).toEqual(new Set(ids))
    const attempts = Map.groupBy(await attemptsOf(ids), ({ delivery_id }) => delivery_id)
    for (const delivery of await deliveriesOf(ids)) {
      const own = attempts.get(delivery.id) ?? []
      const counted = own.filter(({ error_code }) => error_code !== "internal")
      expect(delivery).toMatchObject({ state: "succeeded", attempts: counted.length })
      expect(counted.filter(({ state }) => state !== "unknown")).toMatchObject([{ state: "succeeded" }])
    }
  },
)

it("no process counts as ended after a restart of Postgres, so requests in flight are not repeated", async () => {
  await backgroundWork()
  await backgroundProcess()
  const { endpoint, requests } = await receiving(answeringAfter(9_000))
  const made = await freshDeliveries(endpoint, 5)
  await expect.poll(() => requests.length).toBe(5)
  await postgres.end("stopped")
  await postgres.start()
  const ids = made.map(({ message_id }) => message_id)
  await expect.poll(() => isAllDone(ids), { interval: 200 }).toBe(true)
  expect(requests).toHaveLength(5)
  expect(await attemptsOf(ids)).toMatchObject(Array(5).fill({ state: "succeeded" }))
})

/**
 * True when all deliveries of the messages have ended. A delivery that could not be signed is retried after 30 s. One
 * whose result could not be stored is retried by the sweep after its lease of 45 s. At the small test size both are
 * made due as soon as their request cannot be in flight any more.
 */
async function isAllDone(ids: string[]) {
  if (!isFullSize) {
    await queryRows(sql`
      update webhook_delivery set leased_until = now()
      where state = 'leased' and leased_until > now() and updated_at < now() - interval '20 s'`)
    await sweep()
    await queryRows(sql`with hurried as (
        update webhook_delivery set next_attempt_at = now()
        where state = 'pending' and last_error_code = 'internal' and next_attempt_at > now() returning id)
      select pg_notify('webhook_due', '') from (select id from hurried union all
        select id from webhook_delivery where state = 'pending' and next_attempt_at <= now()) due limit 1`)
  }
  const open = await queryRows(
    sql`select from webhook_delivery where state in ('pending', 'leased') and message_id = any(${ids}) limit 1`,
  )
  return open.length === 0
}

const deliveriesOf = (ids: string[]) =>
  queryRows<{ id: string; state: string; attempts: number }>(
    sql`select * from webhook_delivery where message_id = any(${ids})`,
  )

const attemptsOf = (ids: string[]) =>
  queryRows<{ delivery_id: string; state: string; error_code: string | null }>(
    sql`select delivery_id, state, error_code from webhook_attempt where message_id = any(${ids}) order by number`,
  )
