import fc from "fast-check"
import { expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { promptScopes } from "@/domain/kernel/scan-values"
import { asKey, freshTeam } from "@/domain/testing/team"
import { getMetrics } from "./get-metrics"
import { groupings } from "./metrics-query"
import type { PairedCells } from "./statistics/change"
import { testGroupChanges } from "./statistics/group-changes"
import { tQuantile } from "./statistics/ratio-interval"
import { type PanelFacts, randomPanel, storePanel } from "./testing/panel-facts"
import { type ReferenceQuery, referenceMetrics, referencePairs, rowKey, t975 } from "./testing/reference-metrics"

const size = fc.record({
  seed: fc.string(),
  prompts: fc.integer({ min: 1, max: 6 }),
  engines: fc.integer({ min: 1, max: 3 }),
  regions: fc.integer({ min: 0, max: 2 }),
  runs: fc.integer({ min: 1, max: 4 }),
  scans: fc.integer({ min: 1, max: 5 }),
  brands: fc.integer({ min: 0, max: 6 }),
  topics: fc.integer({ min: 0, max: 3 }),
})

type Asked = Pick<ReferenceQuery, "group_by" | "prompt_scope"> & { filter: string }
const question: fc.Arbitrary<Asked> = fc.record({
  group_by: fc.subarray([...groupings], { maxLength: 4 }),
  prompt_scope: fc.constantFrom(undefined, ...promptScopes),
  filter: fc.constantFrom("none", "none", "engine", "region", "topic_id", "prompt_id", "tag", "brand_id"),
})

/** Filters name ids of the panel, so the query is built after the panel. */
function queryOf({ filter, ...asked }: Asked, facts: PanelFacts): ReferenceQuery {
  const values: Record<string, string[]> = {
    engine: facts.engines.slice(-1),
    region: facts.regions[0] ? facts.regions.slice(0, 1) : ["IT"],
    topic_id: facts.topics.slice(0, 1),
    prompt_id: facts.prompts.slice(0, 2).map(({ id }) => id),
    tag: ["blue"],
    brand_id: facts.brands.slice(0, 2).map(({ id }) => id),
  }
  const value = values[filter] ?? []
  return value.length === 0 ? asked : { ...asked, [filter]: value }
}

/**
 * Compares numbers to eight decimals, because sums of fractions differ in the last digits, and bounds to five, because
 * quantiles do. Bounds of a sentiment go up to 100, so two decimals less are as exact.
 */
function about(value: unknown, digits = 8): unknown {
  if (typeof value === "number") return expect.closeTo(value, Math.abs(value) > 1 ? digits - 2 : digits)
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, about(one, key === "ci" ? 5 : digits)]))
}

it.each([0.1, 0.18, 0.3, 0.7, 1, 1.05, 1.3, 1.7, 2, 2.5, 4, 9.4, 40])(
  "the reference's t quantile matches jStat's: df %f",
  (df) => {
    expect(t975(df) / tQuantile(df)).toBeCloseTo(1, 5)
  },
)

it("every metric of random panels matches the reference implementation of its definition", async () => {
  await fc.assert(
    fc.asyncProperty(size, fc.array(question, { minLength: 6, maxLength: 6 }), async (given, questions) => {
      const team = await freshTeam()
      const facts = randomPanel(given)
      const project_id = await storePanel(team, facts)
      const counted = facts.scans.filter(({ status, date }) => status !== "failed" && date < "2026-04-01")
      const scanIds = new Set(counted.map(({ id }) => id))
      for (const one of questions) {
        const query = queryOf(one, facts)
        const period = { from: "2026-03-01", to: "2026-03-31" }
        const { data } = await run(getMetrics, asKey(team), { project_id, ...period, ...query })
        const expected = referenceMetrics(facts, scanIds, query)
        expect(data.totals).toEqual(about({ scans_n: scanIds.size, ...expected.totals }))
        expect(data.rows).toHaveLength(expected.rows.size)
        for (const { brand, group, change, ...metrics } of data.rows)
          expect(metrics).toEqual(about(expected.rows.get(rowKey(brand.id, group as never))))
      }
    }),
    { numRuns: 8 },
  )
})

it("every metric of random panels matches the reference implementation with ci_scope=population", async () => {
  const size = fc.record({
    seed: fc.string(),
    topics: fc.integer({ min: 8, max: 16 }),
    runs: fc.integer({ min: 1, max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(size, fc.array(question, { minLength: 3, maxLength: 3 }), async (given, questions) => {
      const team = await freshTeam()
      const facts = randomPanel({ prompts: 24, engines: 2, regions: 0, scans: 2, brands: 4, ...given })
      const project_id = await storePanel(team, facts)
      const counted = facts.scans.filter(({ status, date }) => status !== "failed" && date < "2026-04-01")
      const scanIds = new Set(counted.map(({ id }) => id))
      for (const one of questions) {
        const query = { ...queryOf(one, facts), group_by: ["brand" as const], ci_scope: "population" as const }
        const period = { from: "2026-03-01", to: "2026-03-31" }
        const { data } = await run(getMetrics, asKey(team), { project_id, ...period, ...query })
        const expected = referenceMetrics(facts, scanIds, query)
        expect(data.totals).toEqual(about({ scans_n: scanIds.size, ...expected.totals }))
        for (const { brand, group, change, ...metrics } of data.rows)
          expect(metrics).toEqual(about(expected.rows.get(rowKey(brand.id, group as never))))
      }
    }),
    { numRuns: 5 },
  )
})

/** The interval of the mean difference in visibility over the compared cells. */
function expectedInterval({ differenceSum, commonCells }: PairedCells, margin: number | null) {
  if (margin === null) return null
  const delta = differenceSum / commonCells
  return { low: delta - margin, high: delta + margin, level: 0.95 }
}

/** A panel with a prompt whose two cells changed by almost the same amount. Its p-value depends on exact sums. */
const twoSimilarChanges = { seed: "", prompts: 4, engines: 2, regions: 0, runs: 4, scans: 1, brands: 6, topics: 1 }

it("every verdict on random panels matches the tests on the common cells", async () => {
  const of = ["brand", "engine", "region", "topic", "prompt"] as const
  await fc.assert(
    fc.asyncProperty(size, fc.subarray([...of], { maxLength: 4 }), question, async (given, group_by, { filter }) => {
      const team = await freshTeam()
      const facts = randomPanel({ ...given, prompts: given.prompts + 6, scans: 5, isSteady: given.seed.length % 4 > 0 })
      const query = queryOf({ group_by, prompt_scope: "all", filter }, facts)
      const project_id = await storePanel(team, facts)
      const between = (from: string, to: string) =>
        facts.scans.filter(({ status, date }) => status !== "failed" && from <= date && date <= to)
      const ids = (from: string, to: string) => new Set(between(from, to).map(({ id }) => id))
      const period = { from: "2026-03-09", to: "2026-04-01", compare_from: "2026-03-01", compare_to: "2026-03-05" }
      const asked = { project_id, ...period, ...query, compare: "custom" as const }
      const { data } = await run(getMetrics, asKey(team), asked)
      const previousIds = ids(period.compare_from, period.compare_to)
      const pairs = referencePairs(facts, ids(period.from, period.to), previousIds, query)
      const expected = testGroupChanges([...pairs.values()])
      const previous = referenceMetrics(facts, previousIds, query)
      for (const { brand, group, change, visibility } of data.rows) {
        const key = rowKey(brand.id, group as never)
        const pair = pairs.get(key) as NonNullable<ReturnType<typeof pairs.get>>
        const judged = expected[[...pairs.keys()].indexOf(key)]
        const previousRow = previous.rows.get(key)
        expect(change).toMatchObject(
          about({
            verdict: judged?.verdict,
            method: judged?.method,
            p_value: judged?.p,
            p_adjusted: judged?.pAdjusted,
            cells_compared: pair.commonCells,
            delta_compared: pair.commonCells === 0 ? null : pair.differenceSum / pair.commonCells,
            delta_ci: expectedInterval(pair, judged?.margin ?? null),
            delta_abs: previousRow ? (visibility.value ?? 0) - (previousRow.visibility.value ?? 0) : null,
          }) as object,
        )
        if (judged?.verdict !== "not_comparable")
          for (const [name, p] of Object.entries(pair.pValues))
            expect([name, change?.metrics[name as keyof typeof pair.pValues].p_value]).toEqual([name, p && about(p)])
        expect(change?.previous?.visibility).toEqual(previousRow && about(previousRow.visibility))
      }
    }),
    { numRuns: 8, examples: [[twoSimilarChanges, ["prompt"], { group_by: [], filter: "none", prompt_scope: "all" }]] },
  )
})
