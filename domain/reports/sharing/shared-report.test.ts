import { expect, it } from "vitest"
import { exampleWidget } from "../get-data"
import { sharedWidgetOf } from "./shared-report"

it("keeps the breaks and the intervals of AI visibility, so that clients can tell a change of prompts from a rise", () => {
  const breaks = [{ date: "2026-11-10", reason: "Prompts changed: 1 added", metrics: ["ai_visibility"] }]
  const point = { date: "2026-11-10", value: 0.5, numerator: 6, denominator: 12, is_final: true }
  const points = [{ ...point, ci: { low: 0.2, high: 0.8 } }]
  const line = { metric: "ai_visibility", key: { brand: "brd_1" }, labels: { brand: "Bose" }, points }
  const shared = sharedWidgetOf({
    ...exampleWidget,
    kind: "ai_visibility",
    breaks,
    series: [{ ...line, comparison_points: [] }],
  })
  expect(shared.breaks).toEqual(breaks)
  expect(shared.series).toEqual([{ ...line, key: { brand: "Bose" }, comparison_points: [] }])
})
