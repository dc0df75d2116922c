import { expect, it } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { reportWithFacts } from "@/domain/testing/live-report"
import { inTeam, prisma } from "@/prisma/client"
import { annotationConcernsMetric } from "./annotation-scope"
import { findAnnotations } from "./annotations"

it("the response has the annotations within the period, and charts show them", async () => {
  const { live, client } = await reportWithFacts([
    { kind: "time_series", query: { metrics: ["sessions"] } },
    { kind: "metric", query: { metrics: ["sessions"] } },
  ])
  const { id: client_id, team_id } = client
  const note = (date: string, kind: string, text: string) => ({
    id: newId("annotation"),
    team_id,
    client_id,
    date: new Date(date),
    kind,
    text,
  })
  const data = [
    note("2026-11-10", "tracking_change", "New consent banner"),
    note("2026-11-02", "tracking_change", "New analytics property"),
    note("2026-11-05", "launch", "Catalogue launched"),
    note("2026-01-05", "tracking_change", "Long ago"),
  ]
  await inTeam(team_id, () => prisma.annotation.createMany({ data }))
  const period = { from: "2026-11-01", to: "2026-11-19" }
  const found = await inTeam(team_id, () => findAnnotations(team_id, client_id, period))
  expect(found.map(({ date, kind }) => [date, kind])).toEqual([
    ["2026-11-02", "tracking_change"],
    ["2026-11-05", "launch"],
    ["2026-11-10", "tracking_change"],
  ])
  const expected = [
    { date: "2026-11-02", reason: "New analytics property", metrics: ["sessions"] },
    { date: "2026-11-10", reason: "New consent banner", metrics: ["sessions"] },
  ]
  const [chart, metric] = (await live()).data.widgets
  expect([chart?.breaks, metric?.breaks, metric?.annotations]).toEqual([expected, [], []])
  const launch = { date: "2026-11-05", kind: "launch", text: "Catalogue launched", metrics: ["sessions"] }
  expect(chart?.annotations).toHaveLength(3)
  expect(chart?.annotations[1]).toEqual(launch)
})

it("shows an annotation of a platform or a metric only where that is shown", async () => {
  const { live, client } = await reportWithFacts([
    { kind: "time_series", query: { metrics: ["sessions", "page_views"] } },
    { kind: "time_series", query: { metrics: ["ad_clicks"] } },
  ])
  const { id: client_id, team_id } = client
  const note = (text: string, more: object) => ({
    id: newId("annotation"),
    team_id,
    client_id,
    date: new Date("2026-11-05"),
    kind: "note",
    text,
    ...more,
  })
  const data = [
    note("of the client", {}),
    note("of Google Analytics", { provider: "ga4" }),
    note("of Search Console", { provider: "search_console" }),
    note("of page views", { metric_id: "page_views" }),
  ]
  await inTeam(team_id, () => prisma.annotation.createMany({ data }))
  const [site, ads] = (await live()).data.widgets
  const shown = site?.annotations.map(({ text, metrics }) => [text, ...metrics]).sort()
  expect(shown).toEqual([
    ["of Google Analytics", "sessions", "page_views"],
    ["of page views", "page_views"],
    ["of the client", "sessions", "page_views"],
  ])
  expect(ads?.annotations.map(({ text }) => text)).not.toContain("of Google Analytics")
})

it("an annotation is about the metrics of its platform, if the metric is read from there", () => {
  const google = { provider: "google_ads", metric: null } as const
  expect(annotationConcernsMetric(google, "ad_spend")).toBe(true)
  expect(annotationConcernsMetric(google, "sessions")).toBe(false)
  expect(annotationConcernsMetric(google, "ad_spend", ["meta_ads"])).toBe(false)
  expect(annotationConcernsMetric({ provider: null, metric: "ad_spend" }, "ad_clicks")).toBe(false)
  const file = { provider: "csv", metric: null } as const
  expect(annotationConcernsMetric(file, "sessions", ["csv"])).toBe(true)
  expect(annotationConcernsMetric(file, "sessions", ["ga4"])).toBe(false)
  expect(annotationConcernsMetric(file, "sessions")).toBe(false)
})
