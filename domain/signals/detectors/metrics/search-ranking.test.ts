import { expect, it } from "vitest"
import { repeated } from "../testing/days"
import { detectRankingDrop, type RankedItem } from "./search-ranking"

const position = { metric_id: "search_position", currency: null, filterLabel: "Guides" }
const weeks = { now: { from: "2026-02-02", to: "2026-02-08" }, before: { from: "2026-01-26", to: "2026-02-01" } }
const item = (before: number, now: number, impressions = 100): RankedItem => ({
  before: { impressions, position: before },
  now: { impressions, position: now },
})
const find = (items: RankedItem[]) => detectRankingDrop(position, items, weeks)

it("the detector returns a finding when the group falls by three positions", () => {
  expect([find(repeated(item(4, 7), 8)), find(repeated(item(4, 6.99), 8))]).toEqual([expect.anything(), null])
  expect(find(repeated(item(4.1, 7.1), 8))).not.toBeNull()
  expect(find(repeated(item(7, 4), 8))).toBeNull()
})

it("a finding needs 200 impressions in both weeks", () => {
  expect([find(repeated(item(4, 9, 25), 8)), find(repeated(item(4, 9, 24.9), 8))]).toEqual([expect.anything(), null])
  const without = { now: { impressions: 10, position: 9 }, before: { impressions: 900, position: 4 } }
  expect(find(repeated(without, 8))).toBeNull()
})

it("a finding needs most of the queries to rank worse: p below 0.01", () => {
  expect([find(repeated(item(4, 8), 7)), find(repeated(item(4, 8), 6))]).toEqual([expect.anything(), null])
  expect(find([item(1, 60, 5_000), ...repeated(item(4, 3.5), 9)])).toBeNull()
  expect(find([item(1, 60, 5_000), ...repeated(item(4, 3.5), 20)])).toBeNull()
})

it("the detector compares only items with impressions in both weeks, and leaves equal ones out", () => {
  const gone = { before: { impressions: 100, position: 2 }, now: null }
  const added = { before: null, now: { impressions: 900, position: 40 } }
  expect(find([...repeated(item(4, 4), 20), gone, added])).toBeNull()
  expect(find([...repeated(item(4, 9), 7), item(4, 4)])?.evidence.counts).toMatchObject({
    compared: 8,
    worse: 7,
    better: 0,
  })
  expect(find([])).toBeNull()
})

it("a finding describes the positions of both weeks", () => {
  expect(find([...repeated(item(4, 9), 11), item(4, 3)])).toMatchObject({
    type: "search_ranking_drop",
    category: "search",
    severity: "warning",
    direction: "up",
    impact: "negative",
    title: "Search position (Guides) fell by 4.5 positions",
    summary:
      "The average position was 8.5 from 2 February to 8 February and 4.0 in the week before, and 11 of 12 compared queries or pages rank worse.",
    observed: { value: 8.5, numerator: 10_200, denominator: 1_200, n: 12 },
    expected: { value: 4, low: null, high: 7 },
    score: expect.closeTo(2.466, 3),
    method: "paired_sign_test.v1",
    period: weeks.now,
    baseline: weeks.before,
  })
})
