import { expect, it } from "vitest"
import { Surprise } from "./surprise"

it("the surprise is minus the logarithm of the share of numbers that were at least as large", () => {
  const surprise = new Surprise()
  const found = [5, 5, 1, 9, 5].map((value) => Math.exp(-surprise.next(value)))
  expect(found.map((share) => Number(share.toFixed(9)))).toEqual([1, 1, 1, 0.25, 0.8])
})
