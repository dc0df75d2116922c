import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { freshMember } from "@/domain/testing/person"
import { asKey, freshTeam } from "@/domain/testing/team"
import { catalogue, factMetricIds, findMetric, metricOf, storedMetricsOf } from "./catalogue"
import { dimensionIds } from "./dimension"
import { listMetrics } from "./list"
import { listCatalogue } from "./list-catalogue"
import { listDimensions } from "./list-dimensions"

const idsOfKind = (rows: { id: string; kind: string }[], kind: string) =>
  rows.flatMap((row) => (row.kind === kind ? row.id : []))

describe("the catalogue of metrics", () => {
  it("lists each id once, in snake_case, with a definition", () => {
    expect(new Set(catalogue.map((m) => m.id)).size).toBe(catalogue.length)
    for (const m of catalogue) {
      expect(m.id).toMatch(/^[a-z][a-z0-9_]*$/)
      expect(m.definition).toMatch(/^[A-Z0-9].*\.$/)
      expect(m.not_additive_over.every((d) => dimensionIds.includes(d))).toBe(true)
    }
  })

  it("builds every ratio from stored metrics", () => {
    const derived = catalogue.filter((m) => m.answered_by === "metrics" && m.aggregation === "ratio")
    expect(derived.length).toBeGreaterThan(10)
    for (const m of derived)
      for (const storedMetric of storedMetricsOf(m))
        expect(["sum", "unique"]).toContain(findMetric(storedMetric)?.aggregation)
  })

  it("shows each formula as it is computed", () => {
    expect(metricOf("bounce_rate")).toMatchObject({
      formula: "(sessions - engaged_sessions) / sessions",
      numeratorTerms: [
        ["sessions", 1],
        ["engaged_sessions", -1],
      ],
    })
    expect(metricOf("ad_cpm").formula).toBe("1000 * ad_spend / ad_impressions")
    expect(metricOf("search_position").formula).toContain("sum(search_position * search_impressions)")
  })

  it("is returned by /metrics and /dimensions", async () => {
    const caller = asKey(await freshTeam())
    const all = await run(listMetrics, caller, {})
    expect(all.meta).toMatchObject({ total: catalogue.length, truncated: false })
    expect(all.data[0]).not.toHaveProperty("numeratorTerms")
    const facts = await run(listMetrics, caller, { answered_by: "metrics" })
    expect(facts.data.map((m) => m.id)).toEqual(factMetricIds)
    expect((await run(listDimensions, caller, {})).data.map((d) => d.id)).toEqual(dimensionIds)
  })

  it("is returned to assistants together with the dimensions", async () => {
    const ctx = await freshMember(await freshTeam(), "viewer")
    const list = async (query: object) => {
      const { data } = await run(listCatalogue, ctx, query)
      return { metrics: idsOfKind(data, "metric"), dimensions: idsOfKind(data, "dimension") }
    }
    const all = catalogue.map(({ id }) => id)
    expect(await list({})).toEqual({ metrics: all, dimensions: dimensionIds })
    expect(await list({ kind: "metric" })).toEqual({ metrics: all, dimensions: [] })
    expect(await list({ kind: "dimension" })).toEqual({ metrics: [], dimensions: dimensionIds })
    expect(await list({ kind: "dimension", q: "AD GROUP" })).toEqual({ metrics: [], dimensions: ["ad_group"] })
    expect(await list({ answered_by: "metrics" })).toEqual({ metrics: factMetricIds, dimensions: [] })
    expect((await run(listCatalogue, ctx, {})).data[0]).not.toHaveProperty("numeratorTerms")
  })
})
