import { expect, it } from "vitest"
import { exampleSignal } from "@/domain/signals/signal"
import { expectationOf } from "./expectation"

const signal = (more: object) => ({
  ...exampleSignal,
  subject: { kind: "metric" as const, metric_id: "revenue" },
  ...more,
})

it("says that a metric is unusual only if an open signal says so", () => {
  const words = (more: object) => expectationOf("revenue", [signal(more)])?.words
  expect(words({ type: "metric_anomaly", direction: "down" })).toBe("below expected")
  expect(words({ type: "metric_threshold", direction: "up" })).toBe("above the limit")
  expect(words({ type: "metric_flatline", direction: "down" })).toBe("no data")
  expect(words({ type: "goal_off_track", direction: "down" })).toBeUndefined()
  expect(words({ type: "metric_anomaly", subject: { kind: "metric", metric_id: "sessions" } })).toBeUndefined()
})
