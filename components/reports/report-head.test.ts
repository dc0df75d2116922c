import { describe, expect, it } from "vitest"
import { fitLogo } from "./report-head"

describe("the size of a logo", () => {
  it.each([
    ["a wide logo", [800, 80], [200, 20]],
    ["a high logo", [300, 600], [20, 40]],
    ["a small logo, which is not enlarged", [32, 16], [32, 16]],
    ["a line, which stays visible", [4_000, 1], [200, 1]],
  ])("fits %s", (_, [width = 0, height = 0], [shownWidth, shownHeight]) => {
    expect(fitLogo({ width, height })).toEqual({ width: shownWidth, height: shownHeight })
  })
})
