import { expect, it } from "vitest"
import { seededRandom } from "@/domain/visibility/statistics/seeded-random"
import { PatternDistance } from "./pattern-distance"

/** The definition, without any shortcut. */
function distanceByDefinition(values: number[], length: number): number {
  const newest = values.length - 1
  const squares: number[] = []
  for (let s = Math.max(length - 1, newest - length - 1_999); s <= newest - length; s++) {
    let sum = 0
    for (let j = 0; j < length; j++) sum += ((values[s - j] ?? 0) - (values[newest - j] ?? 0)) ** 2
    squares.push(sum)
  }
  if (squares.length < 20) return 0
  const nearest = squares.toSorted((a, b) => a - b).slice(0, 5)
  return Math.sqrt(nearest.reduce((sum, one) => sum + one, 0) / 5 / length)
}

it.each([1, 4, 16])("the distance of %s points is that to the five nearest of the last 2,000 patterns", (length) => {
  const random = seededRandom("patterns")
  const distance = new PatternDistance(length)
  const values: number[] = []
  for (let i = 0; i < 2_300; i++) {
    values.push(random() * 100)
    const found = distance.next(values.at(-1) as number)
    if (i % 97 === 0 || (i > 15 && i < 60) || i > 2_290)
      expect(found).toBeCloseTo(distanceByDefinition(values, length), 6)
  }
})

it("the distance of a constant is 0, and that of a jump is its size", () => {
  const distance = new PatternDistance(1)
  for (let i = 0; i < 30; i++) expect(distance.next(7)).toBe(0)
  expect(distance.next(10)).toBe(3)
})
