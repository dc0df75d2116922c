import { expect, it } from "vitest"
import { withoutValues, withValue } from "./use-expected-values"

const list = ["a", "b"]

it("merges the values of several rows, and drops one without the others", () => {
  const both = withValue(withValue(undefined, list, ["a"], "muted"), list, ["b"], "on")
  expect([...both.values]).toEqual([
    ["a", "muted"],
    ["b", "on"],
  ])
  expect([...(withoutValues(both, ["a"])?.values ?? [])]).toEqual([["b", "on"]])
  expect(withoutValues(undefined, ["a"])).toBeUndefined()
})

it("drops the values of an older list", () => {
  const before = withValue(undefined, list, ["a"], "muted")
  expect([...withValue(before, ["a", "b"], ["b"], "on").values]).toEqual([["b", "on"]])
})
