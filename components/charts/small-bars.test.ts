import { expect, it } from "vitest"
import { indexAfterKey } from "./small-bars"

it("moves the tooltip by the arrow keys within the chart, and closes it by Escape", () => {
  expect(indexAfterKey("ArrowLeft", 23, 23)).toBe(22)
  expect(indexAfterKey("ArrowLeft", 0, 23)).toBe(0)
  expect(indexAfterKey("ArrowRight", 22, 23)).toBe(23)
  expect(indexAfterKey("ArrowRight", 23, 23)).toBe(23)
  expect(indexAfterKey("Home", 7, 23)).toBe(0)
  expect(indexAfterKey("End", 7, 23)).toBe(23)
  expect(indexAfterKey("Escape", 7, 23)).toBeNull()
  expect(indexAfterKey("Tab", 7, 23)).toBeUndefined()
})
