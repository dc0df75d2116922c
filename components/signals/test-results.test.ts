import { expect, it } from "vitest"
import { testHeadline } from "./test-results"

const series = (metric_id: string, signals: number) => ({ metric_id, signals: Array(signals).fill("signal") })

it("the headline counts the metrics with signals among all tested metrics", () => {
  const four = [series("sessions", 1), series("revenue", 4), series("purchases", 0), series("key_events", 0)]
  expect(testHeadline(four)).toBe("5 signals, in 2 of 4 metrics")
})

it("the headline counts a metric of two sources once", () => {
  expect(testHeadline([series("sessions", 1), series("sessions", 2), series("revenue", 0)])).toBe(
    "3 signals, in 1 of 2 metrics",
  )
})

it("the headline names no metrics if only one was tested, and says that there are no signals", () => {
  expect(testHeadline([series("sessions", 1)])).toBe("1 signal")
  expect(testHeadline([series("sessions", 0)])).toBe("No signals in 1 metric")
})
