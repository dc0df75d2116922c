import { expect, it } from "vitest"
import type { Row } from "./format-metrics"
import { describeChange } from "./prompt-sentence"

type Change = NonNullable<Row["change"]>
const previous = { visibility: { value: 0.733 } } as Change["previous"]
const described = (verdict: Change["verdict"], delta_abs: number | null, more: Partial<Change> = {}) =>
  describeChange({ verdict, delta_abs, previous, ...more } as Change)

it.each<[Change["verdict"], number, string]>([
  ["down", -0.67, "Visibility fell by 67 points since the previous scan, when it was 73.3%."],
  ["up", 0.01, "Visibility rose by 1 point since the previous scan, when it was 73.3%."],
  ["no_clear_change", 0.1, "Visibility did not change clearly since the previous scan, when it was 73.3%."],
  ["no_clear_change", 0, "Visibility is unchanged since the previous scan."],
  ["not_comparable", 0.2, ""],
  ["insufficient", -0.2, ""],
])("describes the verdict %s with a difference of %d", (verdict, delta, expected) => {
  expect(described(verdict, delta)).toBe(expected)
})

it("gives the difference on what both scans asked, if removed prompts make the value move against the verdict", () => {
  expect(described("down", 0.22, { delta_compared: -0.28 })).toBe(
    "On the prompts and engines of both scans, visibility fell by 28 points.",
  )
  expect(described("up", -0.1, { delta_compared: 0.05 })).toContain("visibility rose by 5 points.")
  expect(described("down", -0.1, { delta_compared: -0.05 })).toContain("Visibility fell by 10 points since")
})

it("says nothing without a previous scan, or without a comparison", () => {
  expect(described("not_comparable", null, { previous: null })).toBe("")
  expect(described("not_comparable", null)).toBe("")
  expect(describeChange(null)).toBe("")
})
