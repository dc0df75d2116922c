import { expect, it } from "vitest"
import { brandColors, lineColors } from "./brand-colors"

const competitors = ["a", "b", "c", "d", "e"].map((id) => ({ id, kind: "competitor" }))
const colors = brandColors([{ id: "own", kind: "own" }, { id: "found", kind: "discovered" }, ...competitors])
const numbers = (of: Map<string, string>) => [...of].map(([id, color]) => `${id} ${/\d/.exec(color)}`)

it("gives your brand the first color, and each competitor the next one, until all are used", () => {
  expect(numbers(colors)).toEqual(["own 1", "a 2", "b 3", "c 4", "d 5", "e 5"])
})

it("keeps the color of a brand in each chart, and gives a free one to a brand that shares its color", () => {
  expect(numbers(lineColors(["own", "c", "a"], colors))).toEqual(["own 1", "c 4", "a 2"])
  expect(Object.fromEntries(lineColors(["own", "e", "d", "b"], colors))).toMatchObject({
    e: "var(--series-5)",
    d: "var(--series-2)",
    b: "var(--series-3)",
  })
})
