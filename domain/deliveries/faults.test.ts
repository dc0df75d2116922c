import { setTimeout as sleep } from "node:timers/promises"
import { expect, it, onTestFinished } from "vitest"
import type { Received } from "@/domain/testing/receiver"
import { sql } from "@/prisma/client"
import { leasesPerEndpoint } from "./leased"
import { sweep } from "./sweep"
import { freshDeliveries } from "./testing/fresh-deliveries"
import { ownDatabase } from "./testing/own-database"
import { messageIds, receiving } from "./testing/receiving"
import { ask, attemptsOf, deliveriesOf } from "./testing/rows-of"
import { startWorker, type Worker } from "./testing/start-worker"
import { deliverDue } from "./work"

ownDatabase()

// A few hundred messages each stand for the ten thousand that a test has no time for.
const messages = 300
const kills = 3

const soon = (seconds = 20) => ({ until: new Date(Date.now() + seconds * 1_000) })

/** The 45 s of the leases that a killed worker left behind are over. */
async function leasesEnd() {
  await ask(sql`update webhook_delivery set leased_until = now() - interval '1 s' where state = 'leased'`)
  await sweep()
}

/** One request a message, but for as many more as were under way when somebody was killed; those are the same, byte for byte. */
function expectNothingLost(requests: Received[], expected: string[], mostTwice: number) {
  const ids = messageIds(requests)
  expect(new Set(ids)).toEqual(new Set(expected))
  expect(ids.length - expected.length).toBeLessThanOrEqual(mostTwice)
  for (const id of new Set(ids))
    expect(new Set(requests.filter(({ headers }) => headers["webhook-id"] === id).map(({ body }) => body)).size).toBe(1)
}

const idsOf = (made: { message_id: string }[]) => made.map(({ message_id }) => message_id)

it("delivers what was committed by a process that died before it woke anybody", async () => {
  const { team, endpoint, requests } = await receiving(undefined, { event_types: ["*"] })
  await (await startWorker("die-after-commit", team.id)).gone
  expect(requests).toEqual([])
  await deliverDue(soon())
  expect(requests).toHaveLength(1)
  expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "succeeded" }])
})

it("delivers what workers had leased and not yet sent when they were killed, once each", async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => receiving()))
  const made = await Promise.all(all.map(({ endpoint }) => freshDeliveries(endpoint, messages / 10)))
  for (let i = 0; i < kills; i++) {
    await (await startWorker("die-after-claim")).gone
    await leasesEnd()
  }
  const attempts = (await Promise.all(all.map(({ endpoint }) => attemptsOf(endpoint)))).flat()
  expect(attempts.length).toBeGreaterThanOrEqual(kills * leasesPerEndpoint * 10)
  expect(new Set(attempts.map(({ state }) => state))).toEqual(new Set(["unknown"]))
  await deliverDue(soon())
  expectNothingLost(
    all.flatMap(({ requests }) => requests),
    made.flatMap(idsOf),
    0,
  )
})

it("delivers what was under way when workers were killed, the same bytes under the same id where it goes out twice", async () => {
  let worker: Worker | undefined
  let untilKill = 0
  const all = await Promise.all(
    Array.from({ length: 10 }, () =>
      receiving(async (_, response) => {
        if (worker && --untilKill === 0) return worker.kill() // it has been sent, and no answer will come
        await sleep(5)
        response.end()
      }),
    ),
  )
  const made = await Promise.all(all.map(({ endpoint }) => freshDeliveries(endpoint, messages / 10)))
  for (let i = 0; i < kills; i++) {
    untilKill = 25
    worker = await startWorker("deliver")
    await worker.gone
    await leasesEnd()
  }
  worker = undefined
  await deliverDue(soon())
  expectNothingLost(
    all.flatMap(({ requests }) => requests),
    made.flatMap(idsOf),
    kills * leasesPerEndpoint * 10,
  )
})

it("delivers again what had arrived when a worker was killed before it wrote that down", async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => receiving()))
  const made = await Promise.all(all.map(({ endpoint }) => freshDeliveries(endpoint, messages / 10)))
  for (let i = 0; i < kills; i++) {
    await (await startWorker("die-after-response")).gone
    await leasesEnd()
  }
  await deliverDue(soon())
  const requests = all.flatMap(({ requests }) => requests)
  expectNothingLost(requests, made.flatMap(idsOf), kills * 50)
  expect(requests.length).toBeGreaterThan(messages)
  for (const { endpoint } of all)
    expect(new Set((await deliveriesOf(endpoint)).map(({ state }) => state))).toEqual(new Set(["succeeded"]))
})

it("shares the work of one database between processes: nothing twice, and an endpoint's limit is one for all", async () => {
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
  const more = await Promise.all(others.map(({ endpoint }) => freshDeliveries(endpoint, messages / 3)))
  const open = () => ask(sql`select 1 from webhook_delivery where state in ('pending', 'leased') limit 1`)
  while ((await open()).length > 0) await sleep(20)
  expect(most).toBe(leasesPerEndpoint)
  expectNothingLost(requests, idsOf(made), 0)
  expectNothingLost(
    others.flatMap(({ requests }) => requests),
    more.flatMap(idsOf),
    0,
  )
})
