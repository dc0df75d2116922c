import { expect, it } from "vitest"
import { detectVisibilityChange, type TestedScans } from "./visibility-change"

const subject = {
  project_id: "proj_1",
  metric_id: "ai_visibility",
  brand: { id: "brand_1", name: "Anker", isOwn: true },
}
const scan = (numerator: number, denominator: number, date: string) => ({
  value: numerator / denominator,
  numerator,
  denominator,
  date,
})
type Change = TestedScans["change"]

function scans({
  verdict = "down",
  delta = -0.1,
  method = "paired_z",
  n = 100,
  before = 100,
}: Partial<Change> & { n?: number; before?: number }) {
  const change: Change = { verdict, delta, method, p: 0.01, pAdjusted: 0.02 }
  return { now: scan(n / 2, n, "2026-02-09"), before: scan(before / 2, before, "2026-02-02"), change }
}
const find = (given: Parameters<typeof scans>[0]) => detectVisibilityChange(subject, scans(given))

it("the detector reports only clear verdicts", () => {
  expect(find({ verdict: "down" })?.type).toBe("ai_visibility_drop")
  expect(find({ verdict: "up", delta: 0.1 })?.type).toBe("ai_visibility_rise")
  for (const verdict of ["no_clear_change", "not_comparable", "insufficient"] as const)
    expect(find({ verdict })).toBeNull()
  expect(find({ delta: null })).toBeNull()
  const { change, ...sides } = scans({})
  expect(detectVisibilityChange(subject, { ...sides, change: { ...change, pAdjusted: null } })).toBeNull()
})

it("a finding needs five percentage points, and 30 answers in both scans", () => {
  expect([find({ delta: -0.05 }), find({ delta: 0.3 - 0.35 }), find({ delta: -0.0499 })]).toEqual([
    expect.anything(),
    expect.anything(),
    null,
  ])
  expect([find({ n: 30 }), find({ n: 29 }), find({ before: 30 }), find({ before: 29 })]).toEqual([
    expect.anything(),
    null,
    expect.anything(),
    null,
  ])
})

it("a finding is critical from 15 percentage points on, if it is bad", () => {
  expect([-0.15, -0.149].map((delta) => find({ delta })?.severity)).toEqual(["critical", "warning"])
  expect(find({ verdict: "up", delta: 0.4 })).toMatchObject({ severity: "warning", impact: "positive" })
})

it("a finding about a competitor has the opposite impact", () => {
  const rival = { ...subject, brand: { ...subject.brand, isOwn: false } }
  expect(detectVisibilityChange(rival, scans({ verdict: "up", delta: 0.2 }))).toMatchObject({
    severity: "critical",
    impact: "negative",
  })
  expect(detectVisibilityChange(rival, scans({}))?.impact).toBe("positive")
})

it("a finding describes both scans", () => {
  const { change } = scans({})
  const found = detectVisibilityChange(subject, {
    now: scan(23, 50, "2026-02-09"),
    before: scan(30, 50, "2026-02-02"),
    change: { ...change, delta: -0.14 },
  })
  expect(found).toEqual({
    type: "ai_visibility_drop",
    category: "ai_visibility",
    severity: "warning",
    direction: "down",
    impact: "negative",
    title: "AI visibility of Anker fell by 14 percentage points",
    summary: "Anker was mentioned in 46% of 50 answers on 9 February, compared with 60% of 50 answers on 2 February.",
    subject: {
      kind: "ai_project",
      project_id: "proj_1",
      metric_id: "ai_visibility",
      brand_id: "brand_1",
    },
    observed: { value: 0.46, numerator: 23, denominator: 50, n: 50 },
    expected: { value: 0.6, low: expect.closeTo(0.4618, 3), high: expect.closeTo(0.7239, 3) },
    score: expect.closeTo(1.699, 3),
    method: "paired_z.v1",
    evidence: {
      kind: "scans",
      ids: [],
      counts: { answers: 50, answers_before: 50, mentions: 23, mentions_before: 30, delta: -0.14 },
    },
    dedupe_key: "ai_visibility_drop:proj_1:brand_1:::down",
    period: { from: "2026-02-09", to: "2026-02-09" },
    baseline: { from: "2026-02-02", to: "2026-02-02" },
  })
  expect(find({ method: null })?.method).toBe("paired.v1")
  expect(find({ verdict: "up", delta: 0.1 })?.title).toBe("AI visibility of Anker rose by 10 percentage points")
})
