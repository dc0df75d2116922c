import { expect, it } from "vitest"
import { findExceeded } from "./navigations"

const clicks = (...times: number[]) => times.map((ms) => ({ ms }))

it("a link fails if the median of its clicks is above 100 ms, and not for one slow click", () => {
  const responses = new Map([
    ["home", clicks(40, 100, 100, 100, 900)],
    ["signals", clicks(40, 60, 100.6, 130, 140)],
  ])
  expect(findExceeded(responses)).toEqual(["link to signals: median ms is 101, the limit is 100"])
})
