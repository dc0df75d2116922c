import { expect, it } from "vitest"
import { usedDays } from "./used-days"

const kept = (requests: number[]) =>
  usedDays(
    requests.map((n) => ({ n })),
    ({ n }) => n,
  ).map(({ n }) => n)

it("starts at the first request", () => {
  expect(kept([0, 0, 1, 2, 0, 3, 4, 5, 6])).toEqual([1, 2, 0, 3, 4, 5, 6])
  expect(kept([0, 1, 1, 1, 1, 1, 1, 1, 1])).toEqual([1, 1, 1, 1, 1, 1, 1, 1])
})

it("keeps 7 days for a key that is younger, and all days without a request", () => {
  expect(kept([0, 0, 0, 0, 0, 0, 0, 0, 5])).toEqual([0, 0, 0, 0, 0, 0, 5])
  expect(kept([0, 0, 0])).toEqual([0, 0, 0])
})
