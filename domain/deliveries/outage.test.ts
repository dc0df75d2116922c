import { setTimeout as sleep } from "node:timers/promises"
import { beforeAll, expect, it, onTestFinished, vi } from "vitest"
import { log } from "@/domain/kernel/log"
import { disconnect, sql } from "@/prisma/client"
import { DatabaseProxy } from "@/server/testing/database-proxy"
import { deliverDue } from "./deliver-due"
import { sweep } from "./sweep"
import { freshDeliveries } from "./testing/fresh-deliveries"
import { ownDatabase } from "./testing/own-database"
import { messageIds, receiving } from "./testing/receiving"
import { attemptsOf, deliveriesOf, queryRows } from "./testing/rows-of"

ownDatabase()
beforeAll(() => disconnect())

/** The outage lasts 2 s. Like a real one of 30 s, it is shorter than a lease. */
const awayMs = 2_000

it.each([
  ["cut", "cut"],
  ["silent", "silence"],
] as const)(
  "loses no message and counts no attempt when the database connection is %s during delivery",
  async (_, outage) => {
    const direct = process.env["DATABASE_URL"] ?? ""
    const proxy = new DatabaseProxy()
    const through = new URL(direct)
    const target = Number(through.port)
    through.port = String(await proxy.open(target))
    process.env["DATABASE_URL"] = through.href
    await disconnect()
    onTestFinished(async () => {
      process.env["DATABASE_URL"] = direct
      await disconnect()
      await proxy.cut()
    })
    vi.spyOn(log, "error").mockReturnValue()
    vi.spyOn(log, "warn").mockReturnValue()

    const slowly = async (_: unknown, response: { end(): void }) => {
      await sleep(20)
      response.end()
    }
    const all = await Promise.all(Array.from({ length: 10 }, () => receiving(slowly)))
    const made = (await Promise.all(all.map(({ endpoint }) => freshDeliveries(endpoint, 40)))).flat()
    const received = () => all.flatMap(({ requests }) => requests)

    // The loop ends with an error if the outage hits a statement that it does not repeat.
    const working = deliverDue({ signal: AbortSignal.timeout(90_000) }).catch(() => {})
    while (received().length < 100) await sleep(5)
    await proxy[outage]()
    await sleep(awayMs)
    expect(received().length).toBeLessThan(made.length)
    await proxy.cut()
    await proxy.open(target)
    await working

    // Deliveries that could not be signed are due again in 30 s, and leased ones without a result when their lease
    // ends. The first statement can get a connection whose end has not been noticed yet, so it is repeated.
    await vi.waitFor(
      () =>
        queryRows(sql`update webhook_delivery set next_attempt_at = now() - interval '1 s' where state = 'pending'`),
      60_000,
    )
    await queryRows(sql`update webhook_delivery set leased_until = now() - interval '1 s' where state = 'leased'`)
    await sweep()
    await deliverDue({ signal: AbortSignal.timeout(90_000) })

    expect(new Set(messageIds(received()))).toEqual(new Set(made.map(({ message_id }) => message_id)))
    for (const { endpoint } of all) {
      const attempts = await attemptsOf(endpoint)
      for (const delivery of await deliveriesOf(endpoint)) {
        const own = attempts.filter(({ delivery_id }) => delivery_id === delivery.id)
        const counted = own.filter(({ error_code }) => error_code !== "internal")
        expect(delivery).toMatchObject({ state: "succeeded", attempts: counted.length, last_attempt: own.length })
        expect(counted.filter(({ state }) => state !== "unknown")).toMatchObject([{ state: "succeeded" }])
      }
    }
  },
)
