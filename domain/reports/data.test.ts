import { setTimeout as sleep } from "node:timers/promises"
import fc from "fast-check"
import { afterEach, describe, expect, it, vi } from "vitest"
import { getMetrics } from "@/domain/ai-visibility/get-metrics"
import { importAnswers } from "@/domain/ai-visibility/import-answers"
import { newId } from "@/domain/ids"
import { log } from "@/domain/log"
import { addDays } from "@/domain/metrics/calendar"
import { run } from "@/domain/operation"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { freshReport } from "@/domain/testing/report"
import { asKey, freshTeam } from "@/domain/testing/team"
import { database, inTeam, prisma } from "@/prisma/client"
import { getReportData } from "./data"
import { getWidgetData } from "./widget-data"

const now = () => new Date("2026-11-20T12:00:00Z")
afterEach(() => vi.restoreAllMocks())

const channels = ["Direct", "Organic Search", "Email", "Paid Search"]
/** 56 days until yesterday; channel n has n + 1 sessions a day, ten times that in the latter four weeks. */
const facts = Array.from({ length: 56 }, (_, day) => addDays("2026-09-25", day)).flatMap((date) => {
  const size = date >= "2026-10-23" ? 10 : 1
  return [
    { metric_id: "sessions", date, value: 10 * size },
    ...channels.map((channel, n) => ({ metric_id: "sessions", date, dims: { channel }, value: (n + 1) * size })),
  ]
})

type Widgets = Parameters<typeof freshReport>[2]

async function desk(widgets: Widgets, source: Parameters<typeof freshSource>[3] = {}) {
  const team = await freshTeam()
  const client = await freshClient(team)
  const sourceId = await freshSource(team, client, facts, source)
  const report = await freshReport(team, client, widgets)
  const live = (query: object = {}) =>
    run(getReportData, asKey(team, undefined, now), { report_id: report.id, ...query } as never)
  const one = (widget_id: string, query: object = {}) =>
    run(getWidgetData, asKey(team, undefined, now), { report_id: report.id, widget_id, ...query } as never)
  return { team, client, report, sourceId, live, one }
}

const sessions = { metrics: ["sessions"] }
const byChannel = { ...sessions, dimensions: ["channel"] }

describe("the live data of a report", () => {
  it("answers every kind of widget for the report's own period and comparison", async () => {
    const { live, report, client } = await desk([
      { kind: "metric", title: "Visits", query: sessions },
      { kind: "time_series", query: byChannel },
      { kind: "table", query: byChannel },
      { kind: "breakdown", query: byChannel },
      { kind: "text", options: { text: "Well done." } },
    ])
    const { data, meta } = await live()
    expect(data).toMatchObject({ report: { id: report.id, client_id: client.id, version: 1 }, status: "ok" })
    const [metric, chart, table, breakdown, text] = data.widgets
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

  it("takes another period, granularity and fewer widgets", async () => {
    const { live, report } = await desk([
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
    expect(data.widgets[0]?.series[0]).toMatchObject({
      points: [{ date: "2026-10-01", value: 220 + 900 }],
      comparison_points: [],
    })
    expect(meta.comparison).toBeNull()
    await expect(live({ widgets: [newId("widget")] })).rejects.toMatchObject({ errors: [{ parameter: "widgets" }] })
  })

  it("is truncated exactly when some widget is, and rows and other add up to the totals", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), async (first, second) => {
        const { live } = await desk([
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
          const shown = rows.reduce((sum, row) => sum + (row.values["sessions"]?.value ?? 0), 0)
          expect(shown + (other?.["sessions"]?.value ?? 0)).toBe(totals["sessions"]?.value)
        }
      }),
      { numRuns: 8 },
    )
  }, 30_000)

  it("shows the largest lines of a chart whole", async () => {
    const { live } = await desk([{ kind: "time_series", query: { ...byChannel, limit: 2 } }])
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

  it("asks the same question once", async () => {
    const { live } = await desk([
      { kind: "metric", query: sessions },
      { kind: "metric", query: sessions },
      { kind: "metric", query: sessions },
    ])
    const asked = vi.spyOn(database().pool, "query")
    const { data } = await live()
    expect(data.widgets.map((w) => w.totals["sessions"]?.value)).toEqual([2_800, 2_800, 2_800])
    expect(asked.mock.calls.filter(([query]) => JSON.stringify(query).includes("metric_fact"))).toHaveLength(1)
  })

  it("tells how far a goal has come", async () => {
    const { team, client, live, report } = await desk([{ kind: "goal", query: { goal_id: newId("goal") } }])
    const goal = { team_id: team.id, client_id: client.id, metric_id: "sessions", period: "month", target: 4_000 }
    const id = newId("goal")
    const [from, to] = [new Date("2026-11-01"), new Date("2026-11-30")]
    await inTeam(team.id, () => prisma.goal.create({ data: { ...goal, id, starts_on: from, ends_on: to } }))
    expect((await live()).data.widgets[0]).toMatchObject({ status: "error", error: { code: "query_invalid" } })
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
    })
  })

  it("shows AI visibility as its project gives it", async () => {
    const { team, client, one, live } = await desk([{ kind: "metric", query: sessions }])
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

  it("is refused for an archived report, and unknown to other teams", async () => {
    const { team, report, live, one } = await desk([{ kind: "metric", query: sessions }])
    const other = await freshTeam()
    await expect(run(getReportData, asKey(other), { report_id: report.id })).rejects.toMatchObject({
      code: "resource_not_found",
    })
    await inTeam(team.id, () => prisma.report.updateMany({ where: { id: report.id }, data: { status: "archived" } }))
    await expect(live()).rejects.toMatchObject({ code: "report_archived", status: 409 })
    await expect(one(report.widgetIds[0] ?? "")).rejects.toMatchObject({ code: "report_archived" })
  })
})

describe("a widget in trouble", () => {
  it("with an unhealthy source is stale as long as days are missing, and says what to do", async () => {
    const { team, sourceId, live } = await desk([{ kind: "metric", query: sessions }], { status: "reauth_required" })
    const at = async (query: object) => (await live(query)).data
    expect(await at({})).toMatchObject({ status: "ok", widgets: [{ status: "ok" }] })
    await inTeam(team.id, () =>
      prisma.dataSource.updateMany({ where: { id: sourceId }, data: { data_through: new Date("2026-11-10") } }),
    )
    expect(await at({})).toMatchObject({
      status: "partial",
      widgets: [
        {
          status: "stale",
          totals: { sessions: { value: 2_800 } },
          error: { code: "source_reauth_required", retryable: false, data_source_id: sourceId },
        },
      ],
    })
    expect(await at({ from: "2026-11-01", to: "2026-11-10" })).toMatchObject({ status: "ok" })
  })

  it("is stale under fresh=require when its source has not reached the end of the period", async () => {
    const { live } = await desk([{ kind: "metric", query: sessions }], { data_through: new Date("2026-11-10") })
    expect((await live()).data.status).toBe("ok")
    expect((await live({ fresh: "require" })).data.widgets[0]).toMatchObject({
      status: "stale",
      error: { code: "source_error", retryable: true },
    })
  })

  it("is empty, and says why", async () => {
    const { live } = await desk([
      { kind: "metric", query: { metrics: ["ad_spend"] } },
      { kind: "metric", query: { metrics: ["sessions"], filter: { channel: ["Radio"] } } },
    ])
    expect((await live()).data).toMatchObject({
      status: "ok",
      widgets: [
        { status: "empty", empty_reason: "no_data_source" },
        { status: "empty", empty_reason: "no_data_in_period" },
      ],
    })
  })

  it("that asks too much fails alone", async () => {
    const { live } = await desk([
      { kind: "metric", query: sessions },
      { kind: "time_series", query: byChannel },
    ])
    const { data } = await live({ from: "2025-08-01", to: "2026-11-19" })
    expect(data.status).toBe("partial")
    expect(data.widgets.map((w) => w.status)).toEqual(["ok", "error"])
    expect(data.widgets[1]?.error).toMatchObject({ code: "query_invalid", retryable: false })
  })

  it("that breaks fails alone, is logged, and only a whole report of them is a failure of ours", async () => {
    const { live, report, one } = await desk([
      { kind: "metric", query: sessions },
      { kind: "table", query: byChannel },
      { kind: "text" },
    ])
    const logged = vi.spyOn(log, "error").mockReturnValue(undefined)
    const onFire = () => Promise.reject(new Error("the disk is on fire"))
    const broken = holdUp("f.dims ->>", onFire)
    const { data } = await live()
    expect(data.widgets.map((w) => w.status)).toEqual(["ok", "error", "ok"])
    expect(data.widgets[1]?.error).toEqual({
      code: "source_error",
      message: "The figures could not be read.",
      retryable: true,
      data_source_id: null,
    })
    expect(logged).toHaveBeenCalledTimes(1)
    await expect(one(report.widgetIds[1] ?? "")).rejects.toThrow("on fire")
    broken.mockRestore()
    holdUp("metric_fact", onFire)
    await expect(live()).rejects.toThrow("on fire")
  })

  it("that takes too long says so at the deadline, and the others are answered", async () => {
    const { live } = await desk([
      { kind: "metric", query: sessions },
      { kind: "table", query: byChannel },
    ])
    vi.spyOn(log, "error").mockReturnValue(undefined)
    const slow = holdUp("f.dims ->>", () => sleep(3_000))
    const began = performance.now()
    const { data } = await live({ timeout_ms: 1_000 })
    expect(performance.now() - began).toBeLessThan(2_500)
    expect(data).toMatchObject({
      status: "partial",
      widgets: [{ status: "ok" }, { status: "error", error: { code: "source_timeout", retryable: true } }],
    })
    slow.mockRestore()
    holdUp("metric_fact", () => sleep(3_000))
    await expect(live({ timeout_ms: 200 })).rejects.toMatchObject({ code: "timeout" })
  })
})

/** Statements that contain `word` meet `what` first. */
function holdUp(word: string, what: () => Promise<unknown>) {
  const pool = database().pool
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
  const held = async (...args: unknown[]) => {
    if (JSON.stringify(args[0]).includes(word)) await what()
    return query(...args)
  }
  return vi.spyOn(pool, "query").mockImplementation(held as never)
}

describe("reports.widgetData", () => {
  it("gives one widget as the whole report does", async () => {
    const { live, one, report } = await desk([
      { kind: "metric", query: sessions },
      { kind: "table", query: { ...byChannel, limit: 2 } },
    ])
    const { data, meta } = await one(report.widgetIds[1] ?? "")
    expect(data).toEqual((await live()).data.widgets[1])
    expect(meta).toMatchObject({
      truncated: true,
      truncation: { scope: "data.rows", omitted: 2 },
      period: { days: 28 },
    })
    await expect(one(newId("widget"))).rejects.toMatchObject({ code: "resource_not_found" })
  })
})
