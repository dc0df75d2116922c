/** Tests the delivery loop of a process with a real database and receivers that respond when a test lets them. */
import { expect, it } from "vitest"
import { freshDeliveries } from "@/domain/deliveries/testing/fresh-deliveries"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { receiving } from "@/domain/deliveries/testing/receiving"
import { deliveriesOf } from "@/domain/deliveries/testing/rows-of"
import { wakeEndpoints } from "@/domain/webhooks/endpoint-queue"
import { notifyDeliveryLoop, resumeDelivery, runDeliveryLoop, stopDelivery } from "./deliver-loop"

ownDatabase()

/** A receiver that responds to all requests, earlier and later ones, once `release` is called. */
async function heldReceiver() {
  const release = Promise.withResolvers<void>()
  const setup = await receiving(async (_, response) => {
    await release.promise
    response.end()
  })
  return { ...setup, release: release.resolve }
}

/** What a notified process does after a commit. */
async function arrive(endpoint: { id: string; team_id: string }, count = 1) {
  await freshDeliveries(endpoint, count)
  await wakeEndpoints([endpoint.id])
  return notifyDeliveryLoop()
}

it("the loop waits for new work and delivers again when it is notified", async () => {
  const { endpoint, requests } = await receiving()
  const loop = runDeliveryLoop({ lingerMs: 2_000 })
  expect(await arrive(endpoint)).toBe(true)
  await expect.poll(() => requests.length).toBe(1)
  expect(await arrive(endpoint)).toBe(true)
  await expect.poll(() => requests.length).toBe(2)
  expect(await loop).toEqual({ attempted: 2, isUnfinished: false, nextDueAt: null })
  expect(notifyDeliveryLoop()).toBe(false)
})

it("new work does not wait for a receiver that hangs", async () => {
  const slow = await heldReceiver()
  const quick = await receiving()
  await freshDeliveries(slow.endpoint, 5)
  const loop = runDeliveryLoop({ lingerMs: 100 })
  await expect.poll(() => slow.requests.length).toBe(5)
  await arrive(quick.endpoint)
  await expect.poll(() => quick.requests.length).toBe(1)
  slow.release()
  expect(await loop).toEqual({ attempted: 6, isUnfinished: false, nextDueAt: null })
})

it("the sixth delivery is sent when one of five slow requests of an ended run frees a slot", async () => {
  const { endpoint, requests, release } = await heldReceiver()
  await freshDeliveries(endpoint, 6)
  const runs: ReturnType<typeof runDeliveryLoop>[] = []
  const startNextRun = async () => void runs.push(runDeliveryLoop({ lingerMs: 100 }))
  const first = runDeliveryLoop({ maxMs: 1_000, startNextRun })
  await expect.poll(() => runs.length).toBe(1)
  expect(requests).toHaveLength(5)
  release()
  expect(await first).toMatchObject({ attempted: 5 })
  expect(await runs[0]).toEqual({ attempted: 1, isUnfinished: false, nextDueAt: null })
  expect(requests).toHaveLength(6)
})

it("a second loop in the same process leaves the work to the first", async () => {
  const { endpoint, requests } = await receiving()
  const loop = runDeliveryLoop({ lingerMs: 500 })
  await freshDeliveries(endpoint)
  expect(await runDeliveryLoop()).toBeNull()
  expect(await loop).toMatchObject({ attempted: 1 })
  expect(requests).toHaveLength(1)
})

it("a stop waits for the requests in flight, and starts no further ones", async () => {
  const { endpoint, requests, release } = await heldReceiver()
  await freshDeliveries(endpoint, 6)
  let nextRuns = 0
  const loop = runDeliveryLoop({ startNextRun: async () => void nextRuns++ })
  await expect.poll(() => requests.length).toBe(5)
  stopDelivery()
  expect(notifyDeliveryLoop()).toBe(false)
  release()
  expect(await loop).toMatchObject({ attempted: 5 })
  expect(nextRuns).toBe(0)
  expect((await deliveriesOf(endpoint)).map(({ state }) => state).toSorted()).toEqual([
    "pending",
    ...Array(5).fill("succeeded"),
  ])
  resumeDelivery()
  expect(await runDeliveryLoop({ lingerMs: 0 })).toMatchObject({ attempted: 1 })
})
