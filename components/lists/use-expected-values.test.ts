import { expect, it } from "vitest"
import { type Expected, shownValue, withoutValues, withValue } from "./use-expected-values"

const [first, second, third] = [
  ["a", "b"],
  ["a", "b"],
  ["a", "b"],
]
const none: Expected<string> = new Map()

it("merges the values of several rows, and drops one without the others", () => {
  const both = withValue(withValue(none, first, ["a"], "muted"), first, ["b"], "on")
  expect([...both.keys()]).toEqual(["a", "b"])
  expect([...withoutValues(both, ["a"]).keys()]).toEqual(["b"])
  expect(withoutValues(none, ["a"])).toEqual(none)
})

it("shows an expected value until the second list, because the next one may be older than the change", () => {
  const expected = withValue(none, first, ["a"], "muted")
  const row = { id: "a", current: "on" }
  expect(shownValue(expected, [first, undefined], row)).toBe("muted")
  expect(shownValue(expected, [second, first], row)).toBe("muted")
  expect(shownValue(expected, [third, second], row)).toBe("on")
  expect(shownValue(expected, [first, undefined], { id: "b", current: "on" })).toBe("on")
})

it("shows that a change is undone although the list of the change arrives afterwards", () => {
  const undone = withValue(withValue(none, first, ["a"], "muted"), first, ["a"], "on")
  expect(shownValue(undone, [second, first], { id: "a", current: "muted" })).toBe("on")
})
