import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test, vi } from "vitest"
import { type Deliver, deliverUntilQuiet, poke } from "./deliver-loop"

/** Stands for the attempts; says when each round began. `dueInMs`: at its end, when there will be more to do. */
function rounds(ms: (round: number) => number, dueInMs: (round: number) => number | null = () => null) {
  const begun: number[] = []
  const deliver = async () => {
    const round = begun.push(performance.now())
    await sleep(ms(round))
    const due = dueInMs(round)
    return { attempted: 1, nextDueAt: due === null ? null : new Date(Date.now() + due).toISOString() }
  }
  return { begun, deliver }
}

test("stays for a while, and delivers again as soon as something new is heard of", async () => {
  const { begun, deliver } = rounds(() => 5)
  const loop = deliverUntilQuiet(deliver, { lingerMs: 500 })
  await sleep(60)
  expect(poke()).toBe(true)
  await sleep(60)
  expect(poke()).toBe(true)
  expect(await loop).toEqual({ attempted: 3, nextDueAt: null })
  expect(begun).toHaveLength(3)
  expect(poke()).toBe(false)
})

test("news does not wait for a slow receiver", async () => {
  const { begun, deliver } = rounds((round) => (round === 1 ? 400 : 5))
  const loop = deliverUntilQuiet(deliver, { lingerMs: 20 })
  await sleep(50)
  poke()
  await sleep(20)
  expect(begun).toHaveLength(2)
  expect(await loop).toEqual({ attempted: 2, nextDueAt: null })
})

test("a round whose time is over before the work is followed by the next at once, and one that knows when, then", async () => {
  const { begun, deliver } = rounds(
    () => 5,
    (round) => [0, 0, 80][round - 1] ?? null,
  )
  expect(await deliverUntilQuiet(deliver, { lingerMs: 500 })).toEqual({ attempted: 4, nextDueAt: null })
  const [first = 0, , third = 0, fourth = 0] = begun
  expect(third - first).toBeLessThan(60)
  expect(fourth - third).toBeGreaterThanOrEqual(75)
  expect(fourth - third).toBeLessThan(300)
})

test("what is due when a round's time is over does not wait for its slow requests", async () => {
  const { begun, deliver } = rounds((round) => (round === 1 ? 600 : 5))
  await deliverUntilQuiet(deliver, { lingerMs: 20, roundMs: 60 })
  const [first = 0, second = 0] = begun
  expect(begun.length).toBeGreaterThanOrEqual(2)
  expect(second - first).toBeLessThan(300)
})

test("requests that outlast it are seen to their end while another one is asked to take over", async () => {
  const { deliver } = rounds(() => 500)
  const began = performance.now()
  let handedOverAt = 0
  const handOver = async () => {
    handedOverAt = performance.now()
    expect(poke()).toBe(false)
  }
  expect(await deliverUntilQuiet(deliver, { longestMs: 60, handOver })).toMatchObject({ attempted: 1 })
  expect(handedOverAt - began).toBeLessThan(300)
  expect(performance.now() - began).toBeGreaterThanOrEqual(490)
})

test("room that is made late, by requests that outlast it, starts another one", async () => {
  const takenOver: Promise<unknown>[] = []
  let begun = 0
  const deliver: Deliver = async ({ onRoom }) => {
    if (++begun > 1) return { attempted: 0, nextDueAt: null }
    await sleep(200)
    expect(poke()).toBe(false)
    onRoom()
    return { attempted: 1, nextDueAt: null }
  }
  const handOver = async () => void takenOver.push(deliverUntilQuiet(deliver, { lingerMs: 20 }))
  await deliverUntilQuiet(deliver, { longestMs: 60, handOver })
  const none = { attempted: 0, nextDueAt: null }
  expect(await Promise.all(takenOver)).toEqual([none, none])
})

test("room that is made while a round claims is looked at once that ends; without one, at once", async () => {
  const second = Promise.withResolvers<void>()
  const made: (() => void)[] = []
  const deliver: Deliver = async ({ onRoom }) => {
    if (made.push(onRoom) === 2) await second.promise
    return { attempted: 1, nextDueAt: null }
  }
  const loop = deliverUntilQuiet(deliver, { lingerMs: 300 })
  await sleep(20)
  expect(made).toHaveLength(1)
  made[0]?.()
  await sleep(20)
  expect(made).toHaveLength(2)
  made[0]?.()
  await sleep(20)
  expect(made).toHaveLength(2)
  second.resolve()
  expect(await loop).toMatchObject({ attempted: 3 })
})

test("what is heard of in the last moment is handed over", async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const deliver = async () => ({ attempted: 1, nextDueAt: null })
  const handOver = vi.fn(async () => expect(poke()).toBe(false))
  const loop = deliverUntilQuiet(deliver, { longestMs: 300, lingerMs: 1_000, handOver })
  await vi.advanceTimersByTimeAsync(295)
  expect(poke()).toBe(true)
  expect(await loop).toEqual({ attempted: 1, nextDueAt: null })
  expect(handOver).toHaveBeenCalledTimes(1)
})

test("a second one in the same process leaves the work to the first", async () => {
  const { begun, deliver } = rounds(() => 5)
  const loop = deliverUntilQuiet(deliver, { lingerMs: 50 })
  expect(await deliverUntilQuiet(deliver)).toBeNull()
  await loop
  expect(begun).toHaveLength(2)
})

test("however much comes, only so many rounds work at a time, and the last news is not forgotten", async () => {
  const { begun, deliver } = rounds(() => 400)
  const loop = deliverUntilQuiet(deliver, { lingerMs: 30 })
  for (let news = 0; news < 20; news++) {
    await sleep(3)
    poke()
  }
  expect(begun).toHaveLength(6)
  await loop
  expect(begun).toHaveLength(7)
})

test("it ends after its time, so that no call of the function lasts for ever", async () => {
  const { deliver } = rounds(() => 1)
  const began = performance.now()
  const pokes = setInterval(poke, 10)
  await deliverUntilQuiet(deliver, { lingerMs: 100, longestMs: 300 })
  clearInterval(pokes)
  expect(performance.now() - began).toBeLessThan(1_000)
})

test("a failure ends it, for the engine to try again", async () => {
  const deliver = () => Promise.reject(new Error("the database is away"))
  await expect(deliverUntilQuiet(deliver)).rejects.toThrow("the database is away")
  expect(poke()).toBe(false)
})
