import { expect, it } from "vitest"
import { detectOvertake } from "./competitor-overtake"

const subject = { project_id: "proj_1", metric_id: "ai_visibility" }
const scan = (numerator: number, date: string) => ({
  value: numerator / 100,
  numerator,
  denominator: 100,
  date,
})
type Verdict = "up" | "down" | "no_clear_change"

/** Mentions in 100 answers: the competitor's and your brand's, now and before. */
function find(
  now: [number, number],
  before: [number, number],
  verdict: Verdict = "up",
  pAdjusted: number | null = 0.001,
) {
  const side = (i: 0 | 1) => ({ now: scan(now[i], "2026-02-09"), before: scan(before[i], "2026-02-02") })
  return detectOvertake(subject, {
    competitor: { id: "brand_2", name: "Sony", ...side(0) },
    own: { name: "Anker", ...side(1) },
    leadChange: { verdict, method: "paired_z", p: 0.001, pAdjusted },
  })
}

it("the detector returns a finding when the competitor was behind or level and is now ahead", () => {
  expect([find([51, 50], [30, 50]), find([51, 50], [50, 50])]).toEqual([expect.anything(), expect.anything()])
  expect([find([50, 50], [30, 50]), find([60, 50], [51, 50])]).toEqual([null, null])
})

it("a finding needs the paired test to confirm that the lead rose", () => {
  expect(find([60, 50], [30, 50], "no_clear_change")).toBeNull()
  expect(find([60, 50], [30, 50], "down")).toBeNull()
  expect(find([60, 50], [30, 50], "up", null)).toBeNull()
})

it("a finding describes both brands", () => {
  expect(find([60, 50], [30, 55])).toMatchObject({
    type: "ai_competitor_overtake",
    severity: "warning",
    direction: "up",
    impact: "negative",
    title: "Sony overtook Anker in AI visibility",
    summary:
      "Sony was mentioned in 60% and Anker in 50% of 100 answers on 9 February, a lead of 10 percentage points, compared with 30% and 55% on 2 February.",
    subject: { project_id: "proj_1", brand_id: "brand_2" },
    observed: { value: 0.6, numerator: 60, denominator: 100, n: 100 },
    expected: { value: 0.3 },
    score: 3,
    method: "paired_z.v1",
    dedupe_key: "ai_competitor_overtake:proj_1:brand_2:::up",
    evidence: { counts: { lead: expect.closeTo(0.1, 9), lead_before: expect.closeTo(-0.25, 9) } },
  })
})
