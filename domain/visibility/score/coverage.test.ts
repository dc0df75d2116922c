import { expect, it } from "vitest"
import { type CoverageCase, simulateCoverage } from "./coverage"

const usual: CoverageCase = {
  figure: "visibility",
  cells: 5,
  runs: 15,
  scans: 1,
  p: 0.5,
  heterogeneity: 0.3,
  rho: 0,
  scope: "panel",
}
const coverageOf = (more: Partial<CoverageCase>) => simulateCoverage({ ...usual, ...more }, 600, "test")

it.each<Partial<CoverageCase>>([
  { figure: "visibility" },
  { figure: "share_of_voice", cells: 3 },
  { figure: "average_position" },
  { figure: "citation_share", p: 0.2 },
  { figure: "sentiment_score" },
  { figure: "share_of_voice", cells: 20, runs: 3, scope: "population" },
])("about 95% of the intervals contain the true value of %o", (more) => {
  const { given, coverage } = coverageOf(more)
  expect(given).toBeGreaterThan(0.95)
  expect(coverage).toBeGreaterThan(0.92)
  expect(coverage).toBeLessThan(0.985)
})

it("at least 90% of the intervals contain the true value when the runs of a scan resemble each other", () => {
  const correlated = coverageOf({ cells: 10, runs: 5, scans: 6, rho: 0.3, p: 0.2 })
  expect(correlated.methods["between_scans"]).toBeGreaterThan(500)
  expect(correlated.coverage).toBeGreaterThan(0.9)
})

it.each<Partial<CoverageCase>>([
  { figure: "visibility" },
  { figure: "share_of_voice" },
  { figure: "average_position", p: 0.5 },
  { figure: "citation_share" },
  { figure: "sentiment_score" },
])("at least 90% of the intervals of two and three scans with correlated runs contain the true value: %o", (more) => {
  for (const scans of [2, 3])
    for (const rho of [0, 0.3]) {
      const { coverage } = coverageOf({ cells: 10, runs: 5, p: 0.2, scans, rho, ...more })
      expect(coverage, `${scans} scans, ${rho}`).toBeGreaterThan(rho === 0 ? 0.93 : 0.9)
      expect(coverage, `${scans} scans, ${rho}`).toBeLessThan(0.99)
    }
})

it.each<Partial<CoverageCase>>([
  { figure: "visibility", cells: 2, p: 0.05, heterogeneity: 0 },
  { figure: "citation_share", cells: 2, p: 0.02, heterogeneity: 0 },
  { figure: "average_position", cells: 10, p: 0.02 },
])("at least 90% of the intervals of rare events in six correlated scans contain the true value: %o", (more) => {
  expect(coverageOf({ scans: 6, rho: 0.3, ...more }).coverage).toBeGreaterThan(0.9)
})

it.each<Partial<CoverageCase>>([
  { figure: "visibility", cells: 20, runs: 15, p: 0.1, heterogeneity: 0.9 },
  { figure: "share_of_voice", cells: 20, runs: 3, p: 0.02 },
  { figure: "citation_share", cells: 20, p: 0.05 },
])("no population interval of rare events is withheld, and 92.5% contain the true value: %o", (more) => {
  const rare = coverageOf({ scope: "population", ...more })
  expect(rare.given).toBe(1)
  expect(rare.coverage).toBeGreaterThan(0.925)
})

it("has an interval of the sentiment of mentions that are nearly all positive", () => {
  const { given, coverage } = coverageOf({ figure: "sentiment_score", cells: 40, runs: 3, p: 0.95 })
  expect(given).toBe(1)
  expect(coverage).toBeGreaterThan(0.92)
  expect(coverage).toBeLessThan(0.985)
})

it("gives no intervals below ten answers or ten topics, and the same result for the same seed", () => {
  expect(coverageOf({ cells: 3, runs: 3 })).toMatchObject({ given: 0, coverage: null, mean_width: null })
  expect(coverageOf({ cells: 9, scope: "population" }).given).toBe(0)
  expect(coverageOf({ p: 0.2 })).toEqual(coverageOf({ p: 0.2 }))
})
