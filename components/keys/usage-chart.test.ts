import { expect, it } from "vitest"
import { usedDays } from "./usage-chart"

const used = (requests: number[]) =>
  usedDays(requests.map((n) => ({ date: "", "2xx": n, "3xx": 0, "4xx": 0, "5xx": 0 }))).map((day) => day["2xx"])

it("starts at the first request", () => {
  expect(used([0, 0, 1, 2, 0, 3, 4, 5, 6])).toEqual([1, 2, 0, 3, 4, 5, 6])
  expect(used([0, 1, 1, 1, 1, 1, 1, 1, 1])).toEqual([1, 1, 1, 1, 1, 1, 1, 1])
})

it("keeps 7 days for a key that is younger, and all days without a request", () => {
  expect(used([0, 0, 0, 0, 0, 0, 0, 0, 5])).toEqual([0, 0, 0, 0, 0, 0, 5])
  expect(used([0, 0, 0])).toEqual([0, 0, 0])
})
