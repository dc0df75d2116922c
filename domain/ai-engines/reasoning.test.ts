import { expect, it } from "vitest"
import { withoutReasoning } from "./reasoning"

it("removes the reasoning before an answer, and nothing else", () => {
  expect(withoutReasoning("<think>\nSony or Bose?\n</think>\n\nBose is best.")).toBe("Bose is best.")
  expect(withoutReasoning("Bose. <think>is a tag</think>")).toBe("Bose. <think>is a tag</think>")
  expect(withoutReasoning("<think>never ends")).toBe("<think>never ends")
})
