/** Tests the delivery loop on a fake clock: no test waits for real time, so other load on the machine changes nothing. */
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type Deliver, deliverUntilQuiet, notifyDeliveryLoop } from "./deliver-loop"

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-23T12:00:00Z") }))
afterEach(() => void vi.useRealTimers())

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/**
 * Stands in for delivering. Each round takes `ms` of fake time and may report when more is due. `startedAt`: ms since
 * the test started.
 */
function fakeRounds(ms: (round: number) => number, dueInMs: (round: number) => number | null = () => null) {
  const testStart = Date.now()
  const startedAt: number[] = []
  const deliver = async () => {
    const round = startedAt.push(Date.now() - testStart)
    await sleep(ms(round))
    const due = dueInMs(round)
    return { attempted: 1, nextDueAt: due === null ? null : new Date(Date.now() + due).toISOString() }
  }
  return { startedAt, deliver }
}

/** Runs the loop until it ends. `endedAt`: ms since the loop started. */
async function runToEnd<Result>(loop: Promise<Result>) {
  const start = Date.now()
  const ended = loop.then((result) => ({ result, endedAt: Date.now() - start }))
  await vi.runAllTimersAsync()
  return ended
}

test("the loop waits for new work and delivers again when it is notified", async () => {
  const { startedAt, deliver } = fakeRounds(() => 5)
  const loop = deliverUntilQuiet(deliver, { lingerMs: 500 })
  await advance(60)
  expect(notifyDeliveryLoop()).toBe(true)
  await advance(60)
  expect(notifyDeliveryLoop()).toBe(true)
  expect((await runToEnd(loop)).result).toEqual({ attempted: 3, nextDueAt: null })
  expect(startedAt).toEqual([0, 60, 120])
  expect(notifyDeliveryLoop()).toBe(false)
})

test("new work does not wait for a slow receiver", async () => {
  const { startedAt, deliver } = fakeRounds((round) => (round === 1 ? 400 : 5))
  const loop = deliverUntilQuiet(deliver, { lingerMs: 20 })
  await advance(50)
  notifyDeliveryLoop()
  await advance(0)
  expect(startedAt).toEqual([0, 50])
  expect((await runToEnd(loop)).result).toEqual({ attempted: 2, nextDueAt: null })
})

test("starts the next round at once when a round runs out of time, and waits for a later due time", async () => {
  const { startedAt, deliver } = fakeRounds(
    () => 5,
    (round) => [0, 0, 80][round - 1] ?? null,
  )
  const { result } = await runToEnd(deliverUntilQuiet(deliver, { lingerMs: 500 }))
  expect(result).toEqual({ attempted: 4, nextDueAt: null })
  expect(startedAt).toEqual([0, 5, 10, 95])
})

test("the next round starts when a round's time is over, although slow requests are still in flight", async () => {
  const { startedAt, deliver } = fakeRounds((round) => (round === 1 ? 600 : 5))
  await runToEnd(deliverUntilQuiet(deliver, { lingerMs: 20, roundMs: 60 }))
  expect(startedAt.slice(0, 2)).toEqual([0, 60])
})

test("requests that outlast the loop are awaited while another run takes over", async () => {
  const { deliver } = fakeRounds(() => 500)
  const start = Date.now()
  const handOver = vi.fn(async () => {
    expect(Date.now() - start).toBeLessThanOrEqual(60)
    expect(notifyDeliveryLoop()).toBe(false)
  })
  const { result, endedAt } = await runToEnd(deliverUntilQuiet(deliver, { maxMs: 60, handOver }))
  expect(result).toMatchObject({ attempted: 1 })
  expect(handOver).toHaveBeenCalledTimes(1)
  expect(endedAt).toBe(500)
})

test("a slot that a request frees after the loop has ended starts another run", async () => {
  const followUps: Promise<unknown>[] = []
  let rounds = 0
  const deliver: Deliver = async ({ onSlotFree }) => {
    if (++rounds > 1) return { attempted: 0, nextDueAt: null }
    await sleep(200)
    expect(notifyDeliveryLoop()).toBe(false)
    onSlotFree()
    return { attempted: 1, nextDueAt: null }
  }
  const handOver = async () => void followUps.push(deliverUntilQuiet(deliver, { lingerMs: 20 }))
  await runToEnd(deliverUntilQuiet(deliver, { maxMs: 60, handOver }))
  const nothing = { attempted: 0, nextDueAt: null }
  expect(await Promise.all(followUps)).toEqual([nothing, nothing])
})

test("a slot that is freed while a round claims is used when that round ends; otherwise at once", async () => {
  const second = Promise.withResolvers<void>()
  const freeSlot: (() => void)[] = []
  const deliver: Deliver = async ({ onSlotFree }) => {
    if (freeSlot.push(onSlotFree) === 2) await second.promise
    return { attempted: 1, nextDueAt: null }
  }
  const loop = deliverUntilQuiet(deliver, { lingerMs: 300 })
  await advance(20)
  expect(freeSlot).toHaveLength(1)
  freeSlot[0]?.()
  await advance(20)
  expect(freeSlot).toHaveLength(2)
  freeSlot[0]?.()
  await advance(20)
  expect(freeSlot).toHaveLength(2)
  second.resolve()
  expect((await runToEnd(loop)).result).toMatchObject({ attempted: 3 })
})

test("hands over work that arrives at the last moment", async () => {
  const deliver = async () => ({ attempted: 1, nextDueAt: null })
  const handOver = vi.fn(async () => expect(notifyDeliveryLoop()).toBe(false))
  const loop = deliverUntilQuiet(deliver, { maxMs: 300, lingerMs: 1_000, handOver })
  await advance(295)
  expect(notifyDeliveryLoop()).toBe(true)
  expect(await loop).toEqual({ attempted: 1, nextDueAt: null })
  expect(handOver).toHaveBeenCalledTimes(1)
})

test("a second loop in the same process leaves the work to the first", async () => {
  const { startedAt, deliver } = fakeRounds(() => 5)
  const loop = deliverUntilQuiet(deliver, { lingerMs: 50 })
  expect(await deliverUntilQuiet(deliver)).toBeNull()
  await runToEnd(loop)
  expect(startedAt).toHaveLength(2)
})

test("at most six rounds run at a time, and the last notification is not lost", async () => {
  const { startedAt, deliver } = fakeRounds(() => 400)
  const loop = deliverUntilQuiet(deliver, { lingerMs: 30 })
  for (let notification = 0; notification < 20; notification++) {
    await advance(3)
    notifyDeliveryLoop()
  }
  expect(startedAt).toHaveLength(6)
  await runToEnd(loop)
  expect(startedAt).toHaveLength(7)
})

test("the loop ends after its longest time even when notifications never stop", async () => {
  const { deliver } = fakeRounds(() => 1)
  const notifying = setInterval(notifyDeliveryLoop, 10)
  const start = Date.now()
  const loop = deliverUntilQuiet(deliver, { lingerMs: 100, maxMs: 300 }).then(() => Date.now() - start)
  await advance(400)
  clearInterval(notifying)
  expect(await loop).toBeLessThanOrEqual(310)
})

test("ends the loop when a round fails, so that the engine retries the run", async () => {
  const deliver = () => Promise.reject(new Error("the database is away"))
  await expect(deliverUntilQuiet(deliver)).rejects.toThrow("the database is away")
  expect(notifyDeliveryLoop()).toBe(false)
})
