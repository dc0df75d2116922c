import { setTimeout as sleep } from "node:timers/promises"
import { expect, it, onTestFinished } from "vitest"
import type { Received } from "@/domain/testing/receiver"
import { sized } from "@/domain/testing/size"
import type { StartedProcess } from "@/domain/testing/start-module"
import { sql } from "@/prisma/client"
import { deliverDue } from "./deliver-due"
import { maxInFlightPerEndpoint } from "./leased-delivery"
import { sweep } from "./sweep"
import { freshDeliveries } from "./testing/fresh-deliveries"
import { ownDatabase } from "./testing/own-database"
import { messageIds, receiving } from "./testing/receiving"
import { attemptsOf, deliveriesOf, queryRows } from "./testing/rows-of"
import { startWorker } from "./testing/start-worker"

ownDatabase()

/** Messages at each of the four kill points: a quarter of all. */
const messages = sized(500, 2_500)
const kills = sized(3, 10)
const endpoints = 20

const soon = (seconds = sized(60, 600)) => ({ signal: AbortSignal.timeout(seconds * 1_000) })

/** Ends the 45 s leases that a killed worker has left. */
async function leasesEnd() {
  await queryRows(sql`update webhook_delivery set leased_until = now() - interval '1 s' where state = 'leased'`)
  await sweep()
}

/**
 * Expects one request per message, plus at most `maxDuplicates` repeated ones. A repeated request has the same bytes.
 */
function expectNothingLost(requests: Received[], expected: string[], maxDuplicates: number) {
  const ids = messageIds(requests)
  expect(new Set(ids)).toEqual(new Set(expected))
  expect(ids.length - expected.length).toBeLessThanOrEqual(maxDuplicates)
  for (const same of Map.groupBy(requests, ({ headers }) => headers["webhook-id"]).values())
    expect(new Set(same.map(({ body }) => body)).size).toBe(1)
}

const leased = () => queryRows(sql`select from webhook_delivery where state = 'leased'`)
const idsOf = (made: { message_id: string }[]) => made.map(({ message_id }) => message_id)

it("delivers messages committed by processes that were killed before they notified a worker", async () => {
  const { team, endpoint, requests } = await receiving(undefined, { event_types: ["*"] })
  for (let i = 0; i < kills; i++)
    await (await startWorker("die-after-commit", team.id, Math.ceil(messages / kills))).ended
  expect(requests).toEqual([])
  const made = await queryRows<{ message_id: string }>(
    sql`select message_id from webhook_delivery where endpoint_id = ${endpoint.id}`,
  )
  expect(made).toHaveLength(kills * Math.ceil(messages / kills))
  await deliverDue(soon())
  expectNothingLost(requests, idsOf(made), 0)
  expect(new Set((await deliveriesOf(endpoint)).map(({ state }) => state))).toEqual(new Set(["succeeded"]))
})

it("delivers messages once each that workers had leased and not sent when they were killed", async () => {
  const all = await Promise.all(Array.from({ length: endpoints }, () => receiving()))
  const made = await Promise.all(all.map(({ endpoint }) => freshDeliveries(endpoint, messages / endpoints)))
  for (let i = 0; i < kills; i++) {
    await (await startWorker("die-after-claim")).ended
    expect(await leased()).toHaveLength(endpoints * maxInFlightPerEndpoint)
    await leasesEnd()
  }
  const attempts = (await Promise.all(all.map(({ endpoint }) => attemptsOf(endpoint)))).flat()
  expect(attempts).toHaveLength(kills * endpoints * maxInFlightPerEndpoint)
  expect(new Set(attempts.map(({ state }) => state))).toEqual(new Set(["unknown"]))
  await deliverDue(soon())
  expectNothingLost(
    all.flatMap(({ requests }) => requests),
    made.flatMap(idsOf),
    0,
  )
})

it("delivers messages in flight when workers were killed, with the same bytes and id if sent twice", async () => {
  let worker: StartedProcess | undefined
  let untilKill = 0
  const all = await Promise.all(
    Array.from({ length: endpoints }, () =>
      receiving(async (_, response) => {
        if (worker && --untilKill === 0) return worker.kill() // the request has been sent, and no response will come
        await sleep(5)
        response.end()
      }),
    ),
  )
  const made = await Promise.all(all.map(({ endpoint }) => freshDeliveries(endpoint, messages / endpoints)))
  let underWay = 0
  for (let i = 0; i < kills; i++) {
    worker = undefined
    untilKill = Math.ceil(messages / kills / 2)
    worker = await startWorker("deliver")
    await worker.ended
    underWay += (await leased()).length
    await leasesEnd()
  }
  worker = undefined
  await deliverDue(soon())
  expectNothingLost(
    all.flatMap(({ requests }) => requests),
    made.flatMap(idsOf),
    underWay,
  )
})

it("delivers messages again that had arrived when a worker was killed before recording them", async () => {
  const all = await Promise.all(Array.from({ length: endpoints }, () => receiving()))
  const made = await Promise.all(all.map(({ endpoint }) => freshDeliveries(endpoint, messages / endpoints)))
  let underWay = 0
  for (let i = 0; i < kills; i++) {
    await (await startWorker("die-after-response")).ended
    underWay += (await leased()).length
    await leasesEnd()
  }
  await deliverDue(soon())
  const requests = all.flatMap(({ requests }) => requests)
  expectNothingLost(requests, made.flatMap(idsOf), underWay)
  expect(requests).toHaveLength(messages + underWay)
  for (const { endpoint } of all)
    expect(new Set((await deliveriesOf(endpoint)).map(({ state }) => state))).toEqual(new Set(["succeeded"]))
})

it("shares work between processes: no message is sent twice, and the limit per endpoint holds across them", async () => {
  let now = 0
  let most = 0
  const { endpoint, requests } = await receiving(async (_, response) => {
    most = Math.max(most, ++now)
    await sleep(10)
    now--
    response.end()
  })
  const others = await Promise.all(Array.from({ length: 8 }, () => receiving()))
  const made = await freshDeliveries(endpoint, messages)
  const workers = await Promise.all([startWorker("deliver"), startWorker("deliver")])
  onTestFinished(async () => void (await Promise.all(workers.map((worker) => worker.kill()))))
  const more = await Promise.all(others.map(({ endpoint }) => freshDeliveries(endpoint, messages / 5)))
  const open = () => queryRows(sql`select 1 from webhook_delivery where state in ('pending', 'leased') limit 1`)
  while ((await open()).length > 0) await sleep(20)
  expect(most).toBe(maxInFlightPerEndpoint)
  expectNothingLost(requests, idsOf(made), 0)
  expectNothingLost(
    others.flatMap(({ requests }) => requests),
    more.flatMap(idsOf),
    0,
  )
})
