/** Tests the menu "Change" of the prompt list, which sets one of two fields of the operation's input. */
import { expect, it } from "vitest"
import { describeMovedFilter, movedChoice, promptQueryOf } from "./prompt-filters"

it("reads clear changes as their own field, and leaves the other choices as they are", () => {
  expect(promptQueryOf({ moved: "clear", q: "hills" })).toEqual({ has_clear_change: "true", q: "hills" })
  expect(promptQueryOf({ moved: "true" })).toEqual({ moved: "true" })
  expect(promptQueryOf({ q: "hills" })).toEqual({ q: "hills" })
})

it("shows the choice, and says what the list shows", () => {
  for (const [moved, choice, text] of [
    ["clear", "clear", /^Only prompts with a clear change: .* than chance explains\.$/],
    ["true", "true", /^All prompts whose visibility differs .* are chance\./],
    ["false", "false", /^Only prompts with the same visibility/],
  ] as const) {
    const query = promptQueryOf({ moved })
    expect(movedChoice(query)).toBe(choice)
    expect(describeMovedFilter(query)).toMatch(text)
  }
  expect(describeMovedFilter({})).toBeNull()
})
