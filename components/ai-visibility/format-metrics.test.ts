import { expect, it } from "vitest"
import { formatPoints, type Row, sentiment } from "./format-metrics"

it("formats the size of a difference in points", () => {
  expect(formatPoints(0.123)).toBe("12 points")
  expect(formatPoints(-0.11)).toBe("11 points")
  expect(formatPoints(0.003)).toBe("0.3 points")
  expect(formatPoints(-0.01)).toBe("1 point")
})

it("shows a sentiment from 5 mentions on", () => {
  const rowWith = (denominator: number) => ({ sentiment_score: { value: 72.4, denominator } }) as Row
  expect(sentiment(rowWith(5))).toBe("72")
  expect(sentiment(rowWith(4))).toBe("–")
})
