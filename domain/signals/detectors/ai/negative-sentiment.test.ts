import { expect, it } from "vitest"
import { wilson } from "@/domain/visibility/statistics/precision"
import { detectNegativeSentiment } from "./negative-sentiment"

const subject = {
  project_id: "proj_1",
  metric_id: "ai_negative_share",
  brand: { id: "brand_1", name: "Anker", isOwn: true },
}
const mentions = (numerator: number, denominator: number, date = "2026-02-09") => ({
  value: numerator / denominator,
  numerator,
  denominator,
  date,
})
const find = (now: [number, number], before: [number, number]) =>
  detectNegativeSentiment(subject, mentions(...now), mentions(...before, "2026-02-02"))

it("the detector returns a finding when the interval lies above the interval of the baseline", () => {
  expect(wilson(25, 50)?.low).toBeGreaterThan(wilson(9, 50)?.high as number)
  expect(wilson(25, 50)?.low).toBeLessThan(wilson(12, 50)?.high as number)
  expect([find([25, 50], [9, 50]), find([25, 50], [12, 50]), find([9, 50], [25, 50])]).toEqual([
    expect.anything(),
    null,
    null,
  ])
})

it("a finding needs 20 mentions with a sentiment on both sides", () => {
  expect([find([20, 20], [0, 20]), find([19, 19], [0, 20]), find([20, 20], [0, 19])]).toEqual([
    expect.anything(),
    null,
    null,
  ])
})

it("a finding describes both shares", () => {
  expect(find([30, 50], [10, 50])).toMatchObject({
    type: "ai_negative_sentiment",
    severity: "warning",
    direction: "up",
    impact: "negative",
    title: "More negative mentions of Anker",
    summary: "60% of 50 mentions of Anker were negative on 9 February, compared with 20% of 50 mentions on 2 February.",
    observed: { value: 0.6, numerator: 30, denominator: 50, n: 50 },
    expected: { value: 0.2 },
    score: expect.closeTo(0.4 / Math.sqrt((0.4 * 0.6 * 2) / 50), 9),
    method: "wilson_intervals.v1",
    evidence: { counts: { negative: 30, labelled: 50, labelled_before: 50 } },
    dedupe_key: "ai_negative_sentiment:proj_1:brand_1:::up",
  })
  const rival = { ...subject, brand: { ...subject.brand, isOwn: false } }
  expect(detectNegativeSentiment(rival, mentions(30, 50), mentions(10, 50))?.impact).toBe("positive")
})
