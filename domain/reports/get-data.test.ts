import { setImmediate } from "node:timers/promises"
import fc from "fast-check"
import { afterEach, describe, expect, it, vi } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { freshSource } from "@/domain/testing/facts"
import { channels, now, reportWithFacts } from "@/domain/testing/live-report"
import { longWait } from "@/domain/testing/long-wait"
import { freshReport } from "@/domain/testing/report"
import { asKey, freshTeam } from "@/domain/testing/team"
import { getMetrics } from "@/domain/visibility/get-metrics"
import { database, inTeam, prisma } from "@/prisma/client"
import { getReportData } from "./get-data"

afterEach(() => vi.restoreAllMocks())

const sessions = { metrics: ["sessions"] }
const byChannel = { ...sessions, dimensions: ["channel"] }

describe("the live data of a report", () => {
  it("answers every kind of widget for the report's default period and comparison", async () => {
    const { live, report, client } = await reportWithFacts([
      { kind: "metric", title: "Visits", query: sessions },
      { kind: "time_series", query: byChannel },
      { kind: "table", query: byChannel },
      { kind: "breakdown", query: byChannel },
      { kind: "text", options: { text: "Well done." } },
    ])
    const { data, meta } = await live()
    expect(data).toMatchObject({ report: { id: report.id, client_id: client.id, version: 1 }, status: "ok" })
    const [metric, chart, table, breakdown, text] = data.widgets
    expect(data.widgets.map(({ granularity }) => granularity)).toEqual([null, "day", null, null, null])
    expect(metric).toMatchObject({
      title: "Visits",
      status: "ok",
      rows_total: 1,
      totals: { sessions: { value: 2_800, previous: 280, delta_abs: 2_520, delta_rel: 9, trend_is: "good" } },
      freshness: { data_through: "2026-11-19", served_from: "cache" },
    })
    expect(chart?.series.map((line) => [line.key, line.points.length, line.comparison_points.length])).toEqual(
      channels.toReversed().map((channel) => [{ channel }, 28, 28]),
    )
    expect(chart?.series[0]?.points[0]).toMatchObject({ date: "2026-10-23", value: 40, is_final: true })
    expect(chart?.series[0]?.comparison_points[0]).toMatchObject({ date: "2026-09-25", value: 4 })
    expect(table?.rows[0]).toMatchObject({ dims: { channel: "Paid Search" }, values: { sessions: { value: 1_120 } } })
    expect(breakdown?.rows).toHaveLength(4)
    expect(text).toMatchObject({ status: "ok", text: "Well done.", columns: [] })
    expect(meta).toMatchObject({
      total: 1,
      truncated: false,
      period: { from: "2026-10-23", to: "2026-11-19", complete: true },
      comparison: { mode: "previous_period", from: "2026-09-25", to: "2026-10-22", complete: true },
      freshness: { sources: [{ provider: "ga4" }] },
      query: { report_id: report.id, range: "last_28_days", compare: "previous_period", fresh: "cached" },
    })
  })

  it("accepts another period, another granularity and a selection of widgets", async () => {
    const { live, report } = await reportWithFacts([
      { kind: "metric", query: sessions },
      { kind: "time_series", query: sessions },
    ])
    const [, second] = report.widgetIds
    const { data, meta } = await live({
      from: "2026-10-01",
      to: "2026-10-31",
      granularity: "month",
      compare: "none",
      widgets: [second],
    })
    expect(data.widgets.map((w) => w.id)).toEqual([second])
    expect(data.widgets[0]).toMatchObject({
      granularity: "month",
      series: [{ points: [{ date: "2026-10-01", value: 220 + 900 }], comparison_points: [] }],
    })
    expect(meta.comparison).toBeNull()
    const unknown = newId("widget")
    await expect(live({ widgets: [unknown] })).rejects.toMatchObject({
      errors: [
        {
          parameter: "widgets",
          detail: `The report has no widget ${unknown}.`,
          fix: "Leave out widgets to get all widgets of the report with their IDs.",
        },
      ],
    })
  })

  it("is truncated exactly when a widget is, and rows and `other` add up to the totals", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), async (first, second) => {
        const { live } = await reportWithFacts([
          { kind: "table", query: { ...byChannel, limit: first } },
          { kind: "breakdown", query: { ...byChannel, limit: second } },
        ])
        const { data, meta } = await live({ compare: "none" })
        const cut = data.widgets.filter((w) => w.rows_total > w.rows_returned)
        expect(data.widgets.map((w) => w.truncated)).toEqual([first < 4, second < 4])
        expect(meta.truncated).toBe(cut.length > 0)
        if (cut.length === 1)
          expect(meta.truncation).toEqual({
            reason: "row_limit",
            limit: Math.min(first, second),
            omitted: 4 - Math.min(first, second),
            scope: `data.widgets[${first < 4 ? 0 : 1}].rows`,
          })
        if (cut.length === 2)
          expect(meta.truncation).toMatchObject({ scope: "data.widgets", omitted: 8 - first - second })
        for (const { rows, other, totals } of data.widgets) {
          const shownSum = rows.reduce((sum, row) => sum + (row.values["sessions"]?.value ?? 0), 0)
          expect(shownSum + (other?.["sessions"]?.value ?? 0)).toBe(totals["sessions"]?.value)
        }
      }),
      { numRuns: 8 },
    )
  })

  it("returns the largest lines of a chart with all their points", async () => {
    const { live } = await reportWithFacts([{ kind: "time_series", query: { ...byChannel, limit: 2 } }])
    const { data, meta } = await live({ compare: "none" })
    const [chart] = data.widgets
    expect(chart?.series.map((line) => [line.key["channel"], line.points.length])).toEqual([
      ["Paid Search", 28],
      ["Email", 28],
    ])
    expect(chart).toMatchObject({
      truncated: true,
      rows_total: 112,
      rows_returned: 56,
      other: { sessions: { value: 840 } },
    })
    expect(meta.truncation).toMatchObject({ scope: "data.widgets[0].series", omitted: 56 })
  })

  it("is truncated by the source when the platform has cut its rows", async () => {
    const { team, sourceId, live } = await reportWithFacts([{ kind: "table", query: byChannel }])
    const where = { team_id: team.id, data_source_id: sourceId, dimension_set: "channel" }
    const truncatedUpstream = 8
    await inTeam(team.id, () => prisma.metricFact.updateMany({ where, data: { quality: truncatedUpstream } }))
    const { data, meta } = await live()
    expect(data.widgets[0]).toMatchObject({ truncated: true, quality: ["truncated_upstream"] })
    expect([meta.truncated, meta.truncation]).toEqual([
      true,
      { reason: "source_limit", limit: null, omitted: null, scope: "data.widgets[0].rows" },
    ])
  })

  it("does not report how many rows are missing if one of the truncated widgets does not know", async () => {
    const { team, sourceId, live } = await reportWithFacts([
      { kind: "table", query: byChannel },
      { kind: "table", query: { ...byChannel, limit: 1 } },
    ])
    const where = { team_id: team.id, data_source_id: sourceId, dimension_set: "channel" }
    const truncatedUpstream = 8
    await inTeam(team.id, () => prisma.metricFact.updateMany({ where, data: { quality: truncatedUpstream } }))
    const { data, meta } = await live({ compare: "none" })
    expect(data.widgets.map((widget) => widget.truncated)).toEqual([true, true])
    expect(meta.truncation).toMatchObject({ limit: null, omitted: null, scope: "data.widgets" })
  })

  it("runs identical queries once", async () => {
    const { live } = await reportWithFacts([
      { kind: "metric", query: sessions },
      { kind: "metric", query: sessions },
      { kind: "metric", query: sessions },
    ])
    const asked = vi.spyOn(database().pool, "execute")
    const { data } = await live()
    expect(data.widgets.map((w) => w.totals["sessions"]?.value)).toEqual([2_800, 2_800, 2_800])
    expect(asked.mock.calls.filter(([query]) => JSON.stringify(query).includes("metric_fact"))).toHaveLength(1)
  })

  it("runs the identical queries of concurrent requests once", async () => {
    const { live } = await reportWithFacts([{ kind: "metric", query: sessions }])
    const { pool } = database()
    const execute = pool.execute.bind(pool)
    const queries = Promise.withResolvers<void>()
    const seen = { contexts: 0, queries: 0 }
    vi.spyOn(pool, "execute").mockImplementation(async (statement) => {
      if (statement.text.includes("metric_fact")) {
        seen.queries += 1
        await queries.promise
      }
      const result = await execute(statement)
      if (statement.text.includes("data_source d")) seen.contexts += 1
      return result
    })
    const both = Promise.all([live(), live()])
    await vi.waitFor(() => expect(seen.contexts).toBe(2), longWait)
    await setImmediate()
    queries.resolve()
    const [one, other] = await both
    expect(one.data).toEqual(other.data)
    expect(seen.queries).toBe(1)
  })

  it("reports the progress of a goal", async () => {
    const { team, client, live, report } = await reportWithFacts([{ kind: "goal", query: { goal_id: newId("goal") } }])
    const goal = { team_id: team.id, client_id: client.id, metric_id: "sessions", period: "month", target: 4_000 }
    const id = newId("goal")
    const from = new Date("2026-11-01")
    const to = new Date("2026-11-30")
    await inTeam(team.id, () => prisma.goal.create({ data: { ...goal, id, starts_on: from, ends_on: to } }))
    const broken = (await live()).data
    expect(broken).toMatchObject({
      status: "failed",
      widgets: [{ status: "error", error: { code: "query_invalid" } }],
    })
    await inTeam(team.id, () =>
      prisma.reportWidget.updateMany({ where: { report_id: report.id }, data: { query: { goal_id: id } } }),
    )
    expect((await live()).data.widgets[0]).toMatchObject({
      status: "ok",
      goal: {
        goal_id: id,
        value: 1_900,
        target: 4_000,
        progress: 0.475,
        expected_share: 19 / 30,
        pacing: 1_900 / (4_000 * (19 / 30)),
      },
      series: [],
    })
    const [series] = (await live({ daily_values: true })).data.widgets[0]?.series ?? []
    expect(series?.points.map(({ date }) => date)).toEqual(expect.arrayContaining(["2026-11-01", "2026-11-19"]))
    expect(series?.points.map(({ value }) => value)).toEqual(Array.from({ length: 19 }, () => 100))
  })

  it("reports a goal as 0 if its period has days without rows", async () => {
    const { team, client, live } = await reportWithFacts([])
    const facts = [
      { metric_id: "ad_conversions", date: "2026-10-30", value: 3 },
      { metric_id: "ad_clicks", date: "2026-11-19", value: 40 },
    ]
    await freshSource(team, client, facts, { provider: "google_ads", status: "active" })
    const goal = { team_id: team.id, client_id: client.id, metric_id: "ad_conversions", period: "month", target: 20 }
    const period = { starts_on: new Date("2026-11-01"), ends_on: new Date("2026-11-30") }
    const id = newId("goal")
    await inTeam(team.id, () => prisma.goal.create({ data: { ...goal, ...period, id } }))
    const report = await freshReport(team, client, [{ kind: "goal", query: { goal_id: id } }])
    const [widget] = (await live({ report_id: report.id })).data.widgets
    expect(widget).toMatchObject({ status: "ok", empty_reason: null, goal: { value: 0, progress: 0 } })
  })

  it("reports the values of a metric by day on request", async () => {
    const { live } = await reportWithFacts([{ kind: "metric", query: sessions }])
    expect((await live()).data.widgets[0]).toMatchObject({ series: [] })
    const { data } = await live({ daily_values: true, range: "last_7_days" })
    expect(data.widgets[0]).toMatchObject({
      totals: { sessions: { value: 700, previous: 700 } },
      series: [{ metric: "sessions", comparison_points: [] }],
    })
    expect(data.widgets[0]?.series[0]?.points).toHaveLength(7)
  })

  it("shows AI visibility with the same values as its project", async () => {
    const { team, client, one, live } = await reportWithFacts([{ kind: "metric", query: sessions }])
    const prompts = ["best headphones", "headphones for travel"]
    const lines = prompts.map((prompt) => answerLine({ prompt, asked_at: "2026-11-10T10:00:00Z" }))
    await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Headphones", now: now() })
    const project = await inTeam(team.id, () => prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }))
    const query = { project_id: project.id, limit: 1 }
    const { id, widgetIds } = await freshReport(team, client, [{ kind: "ai_visibility", query }])
    const { data, meta } = await live({ report_id: id })
    const own = await run(getMetrics, asKey(team, undefined, now), { ...query, from: "2026-10-23", to: "2026-11-19" })
    const [widget] = data.widgets
    expect(own.data.rows).toHaveLength(1)
    expect(widget?.ai_visibility?.rows[0]).toMatchObject({ ...own.data.rows[0], change: { verdict: "not_comparable" } })
    expect(widget).toMatchObject({ status: "ok", rows_total: own.data.rows_total, truncated: own.meta.truncated })
    expect(meta.truncation?.scope).toBe(own.meta.truncated ? "data.widgets[0].ai_visibility.rows" : undefined)
    expect((await one(widgetIds[0] ?? "", { report_id: id })).data).toEqual(widget)
    const empty = await live({ report_id: id, from: "2026-01-01", to: "2026-01-31" })
    expect(empty.data.widgets[0]).toMatchObject({ status: "empty", empty_reason: "no_data_in_period" })
  })

  it("reports the visibility of your brand by day on request", async () => {
    const { team, client, live } = await reportWithFacts([{ kind: "metric", query: sessions }])
    const scans = [
      ["2026-11-03T10:00:00Z", "Sony and then Bose."],
      ["2026-11-10T08:00:00Z", "Bose."],
      ["2026-11-10T10:00:00Z", "Sony and then Bose."],
    ] as const
    for (const [asked_at, response] of scans)
      await importAnswers({
        teamId: team.id,
        file: answerFile([answerLine({ asked_at, response })]),
        project: "Headphones",
        now: now(),
      })
    const project = await inTeam(team.id, () => prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }))
    const query = { project_id: project.id }
    const { id } = await freshReport(team, client, [
      { kind: "ai_visibility", query },
      { kind: "ai_visibility", query: { ...query, group_by: ["brand", "engine"] } },
    ])
    const { data } = await live({ report_id: id, daily_values: true })
    const [byBrand, byEngine] = data.widgets
    expect(byBrand?.series).toMatchObject([{ metric: "ai_visibility", comparison_points: [] }])
    expect(byBrand?.series[0]?.points.map(({ date, value }) => [date, value])).toEqual([
      ["2026-11-03", 1],
      ["2026-11-10", 1],
    ])
    expect(byBrand?.series[0]?.points.every(({ ci }) => ci !== undefined)).toBe(true)
    expect(byBrand?.breaks).toEqual([])
    expect(byEngine?.series).toEqual([])
    const [without] = (await live({ report_id: id })).data.widgets
    expect(without?.series).toEqual([])
  })

  it("reports from which day the visibility of your brand cannot be compared", async () => {
    const { team, client, live } = await reportWithFacts([{ kind: "metric", query: sessions }])
    const scans = [
      ["2026-11-03T10:00:00Z", ["best headphones"]],
      ["2026-11-10T10:00:00Z", ["best headphones", "headphones for travel"]],
      ["2026-11-17T10:00:00Z", ["best headphones", "headphones for travel"]],
    ] as const
    for (const [asked_at, prompts] of scans) {
      const lines = prompts.flatMap((prompt) =>
        Array.from({ length: 12 }, (_, i) => answerLine({ asked_at, prompt, run: i + 1 })),
      )
      await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Headphones", now: now() })
    }
    const project = await inTeam(team.id, () => prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }))
    const { id } = await freshReport(team, client, [{ kind: "ai_visibility", query: { project_id: project.id } }])
    const [daily] = (await live({ report_id: id, daily_values: true })).data.widgets
    expect(daily?.breaks).toEqual([
      { date: "2026-11-10", reason: "Prompts changed: 1 added", metrics: ["ai_visibility"] },
    ])
    const { low = 0, high = 0 } = daily?.series[0]?.points[0]?.ci ?? {}
    expect(low).toBeLessThan(high)
    expect((await live({ report_id: id })).data.widgets[0]?.breaks).toEqual([])
  })

  it("is rejected for an archived report, and not found for other teams", async () => {
    const { team, report, live, one } = await reportWithFacts([{ kind: "metric", query: sessions }])
    const other = await freshTeam()
    await expect(run(getReportData, asKey(other), { report_id: report.id })).rejects.toMatchObject({
      code: "resource_not_found",
    })
    await inTeam(team.id, () => prisma.report.updateMany({ where: { id: report.id }, data: { status: "archived" } }))
    await expect(live()).rejects.toMatchObject({ code: "report_archived", status: 409 })
    await expect(one(report.widgetIds[0] ?? "")).rejects.toMatchObject({ code: "report_archived" })
  })
})
