import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { deliverUntilQuiet, poke } from "./deliver-loop"

/** Stands for the attempts; says when each round began. */
function rounds(ms: (round: number) => number) {
  const begun: number[] = []
  const deliver = async () => {
    const round = begun.push(performance.now())
    await sleep(ms(round))
    return { attempted: 1, nextDueAt: null }
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
