/** Tests the menu "Change" of the prompt list, which sets one of two fields of the operation's input. */
import { expect, it } from "vitest"
import { describeMovedFilter, promptFieldsOf } from "./prompt-filters"

it("reads clear changes as their own field, and leaves the other choices as they are", () => {
  expect(promptFieldsOf({ moved: "clear", q: "hills" })).toEqual({ has_clear_change: "true", q: "hills" })
  expect(promptFieldsOf({ moved: "true" })).toEqual({ moved: "true" })
  expect(promptFieldsOf({ q: "hills" })).toEqual({ q: "hills" })
})

it("says what the list shows", () => {
  for (const [moved, text] of [
    ["clear", /^Only prompts with a clear change: .* than chance explains\.$/],
    ["true", /^All prompts whose visibility differs .* are chance\./],
    ["false", /^Only prompts with the same visibility/],
  ] as const)
    expect(describeMovedFilter({ moved })).toMatch(text)
  expect(describeMovedFilter({})).toBeNull()
})
