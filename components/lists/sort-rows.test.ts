import { expect, it } from "vitest"
import { sortFromQuery, sortRows } from "./sort-rows"

const rows = [
  { name: "Beta", clicks: 20 },
  { name: "alpha", clicks: null },
  { name: "Gamma", clicks: 3 },
]
const sorted = (sort: string) =>
  sortRows(rows, sort, { name: ({ name }) => name, clicks: ({ clicks }) => clicks }).map(({ name }) => name)

it("sorts numbers and texts in both directions, and rows without a value last", () => {
  expect(sorted("clicks")).toEqual(["Gamma", "Beta", "alpha"])
  expect(sorted("-clicks")).toEqual(["Beta", "Gamma", "alpha"])
  expect(sorted("name")).toEqual(["alpha", "Beta", "Gamma"])
  expect(sorted("-name")).toEqual(["Gamma", "Beta", "alpha"])
})

it("keeps the order for a value that the rows do not have", () => {
  for (const sort of ["", "other", "constructor"]) expect(sorted(sort)).toEqual(["Beta", "alpha", "Gamma"])
})

it("keeps the order for a parameter that the URL repeats, which Next passes as a list", () => {
  expect(sorted(["name", "clicks"] as never)).toEqual(["Beta", "alpha", "Gamma"])
})

it("reads only orders that the list has", () => {
  expect(sortFromQuery("-name", ["name", "-name"])).toBe("-name")
  for (const sort of [undefined, "", "created"]) expect(sortFromQuery(sort, ["name", "-name"])).toBe("name")
})
