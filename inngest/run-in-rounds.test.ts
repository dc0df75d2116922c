import { expect, it } from "vitest"
import { limitRounds } from "./run-in-rounds"

it("runs at most two rounds concurrently, and lets the others wait", async () => {
  const limited = limitRounds("the test", 2, 5_000)
  const { promise: ended, resolve: end } = Promise.withResolvers<null>()
  const first = limited(() => ended)
  const second = limited(() => ended)
  expect(await limited(async () => 0)).toBe(5_000)
  end(null)
  expect(await Promise.all([first, second])).toEqual([null, null])
  expect(await limited(async () => 0)).toBe(0)
})

it("frees the slot of a round that fails", async () => {
  const limited = limitRounds("the failing test", 1, 5_000)
  await expect(limited(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed")
  expect(await limited(async () => 0)).toBe(0)
})
