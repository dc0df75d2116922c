import { describe, expect, it } from "vitest"
import { measure } from "./figures"

const sums = (values: Record<string, number | null>) => (base: string) => values[base] ?? null

describe("a metric value and its comparison", () => {
  it.each([
    { value: 150, previous: 100, delta_abs: 50, delta_rel: 0.5, trend_is: "good" },
    { value: 50, previous: 100, delta_abs: -50, delta_rel: -0.5, trend_is: "bad" },
    { value: -25, previous: -50, delta_abs: 25, delta_rel: 0.5, trend_is: "good" },
    { value: -75, previous: -50, delta_abs: -25, delta_rel: -0.5, trend_is: "bad" },
    { value: 20, previous: 0, delta_abs: 20, delta_rel: null, trend_is: "good" },
    { value: 20, previous: null, delta_abs: null, delta_rel: null, trend_is: "neutral" },
    { value: null, previous: 20, delta_abs: null, delta_rel: null, trend_is: "neutral" },
  ])("compares $value with $previous", ({ value, previous, ...change }) => {
    expect(measure("revenue", sums({ revenue: value }), sums({ revenue: previous }))).toMatchObject({
      value,
      previous,
      ...change,
    })
  })
})
