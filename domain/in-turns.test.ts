import { setImmediate } from "node:timers/promises"
import { expect, it } from "vitest"
import { inTurns } from "./in-turns"

it("goes through everything in order, and lets others have their turn", async () => {
  let turns = 0
  let isOver = false
  const others = (async () => {
    for (; !isOver; turns++) await setImmediate()
  })()
  const seen: number[] = []
  for await (const item of inTurns([1, 2, 3, 4, 5])) {
    const until = performance.now() + 15
    while (performance.now() < until);
    seen.push(item)
  }
  isOver = true
  await others
  expect(seen).toEqual([1, 2, 3, 4, 5])
  expect(turns).toBeGreaterThanOrEqual(4)
})
