import { expect, it } from "vitest"
import { filterKey, metricFinding, nothingExpected, observedValue } from "./metric-finding"

const parts: Parameters<typeof metricFinding>[1] = {
  type: "metric_anomaly",
  severity: "warning",
  direction: "down",
  title: "",
  summary: "",
  observed: observedValue(1),
  expected: nothingExpected,
  score: null,
  method: "weekday_level_budget.v2",
  evidence: { kind: "series", ids: [], counts: {} },
  period: { from: "2026-01-01", to: "2026-01-01" },
  baseline: null,
}

it("the key against duplicates names type, metric, source, filter and direction", () => {
  const subject = { metric_id: "sessions", currency: null, data_source_id: "src_1", filter: { country: ["IT", "DE"] } }
  const found = metricFinding(subject, parts)
  expect(found.dedupe_key).toBe('metric_anomaly:sessions:src_1:[["country",["DE","IT"]]]:down')
  expect(found.subject).toEqual({
    kind: "metric",
    metric_id: "sessions",
    data_source_id: "src_1",
    filter: subject.filter,
  })
})

it("the order of a filter's dimensions and values does not matter", () => {
  expect(filterKey({ b: ["2", "1"], a: "x" })).toBe(filterKey({ a: "x", b: ["1", "2"] }))
  expect(filterKey({ a: ["1"] })).not.toBe(filterKey({ a: ["2"] }))
  expect([filterKey({}), filterKey(undefined)]).toEqual(["", ""])
})

it("category and impact come from the type and the metric", () => {
  const of = (metric_id: string, type = parts.type) => {
    const { category, impact } = metricFinding({ metric_id, currency: null }, { ...parts, type })
    return [category, impact]
  }
  expect(of("sessions")).toEqual(["metric", "negative"])
  expect(of("search_clicks")).toEqual(["search", "negative"])
  expect(of("bounce_rate")).toEqual(["metric", "positive"])
  expect(of("sessions", "data_restated")[0]).toBe("data_health")
  expect(of("ad_spend", "spend_no_conversions")).toEqual(["budget", "neutral"])
})
