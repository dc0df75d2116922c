import { afterEach, describe, expect, it, vi } from "vitest"
import { DeadlineError } from "@/domain/kernel/deadline"
import { log } from "@/domain/kernel/log"
import { addDays } from "@/domain/metrics/calendar"
import { freshSource } from "@/domain/testing/facts"
import { reportWithFacts } from "@/domain/testing/live-report"
import { freshReport } from "@/domain/testing/report"
import { database, inTeam, prisma } from "@/prisma/client"
import { loadWidget } from "./load-widget"

afterEach(() => vi.restoreAllMocks())

const sessions = { metrics: ["sessions"] }
const byChannel = { ...sessions, dimensions: ["channel"] }

/** Simulates a statement that never ends, so only the deadline can end it. */
const hang = () => new Promise<never>(() => {})

describe("a widget that cannot be answered in full", () => {
  it("with an unhealthy source is stale while days are missing, and its error says what to do", async () => {
    const { team, sourceId, live } = await reportWithFacts([{ kind: "metric", query: sessions }], {
      status: "reauth_required",
    })
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

  it("is stale with fresh=require when its source has not reached the end of the period", async () => {
    const { live } = await reportWithFacts([{ kind: "metric", query: sessions }], {
      data_through: new Date("2026-11-10"),
    })
    expect((await live()).data.status).toBe("ok")
    expect((await live({ fresh: "require" })).data.widgets[0]).toMatchObject({
      status: "stale",
      error: {
        code: "source_error",
        message: "Data is only available until 2026-11-10, but the period ends on 2026-11-19.",
        retryable: true,
      },
    })
  })

  it.each([
    [{ status: "error" }, "The last sync of the data source failed."],
    [
      { last_success_at: new Date("2026-11-11"), sync_frequency: "daily" },
      "The data source has not been synchronized recently.",
    ],
  ])("with %j gives the reason why days are missing", async (source, reason) => {
    const { live } = await reportWithFacts([{ kind: "metric", query: sessions }], {
      data_through: new Date("2026-11-10"),
      ...source,
    })
    expect((await live()).data.widgets[0]?.error?.message).toBe(
      `Data is only available until 2026-11-10, but the period ends on 2026-11-19. ${reason}`,
    )
  })

  it("is empty and gives the reason", async () => {
    const { live } = await reportWithFacts([
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

  it("with a query that is too large fails without failing the others", async () => {
    const { live } = await reportWithFacts([
      { kind: "metric", query: sessions },
      { kind: "time_series", query: byChannel },
    ])
    const { data } = await live({ from: "2025-08-01", to: "2026-11-19" })
    expect(data.status).toBe("partial")
    expect(data.widgets.map((w) => w.status)).toEqual(["ok", "error"])
    expect(data.widgets[1]?.error).toMatchObject({ code: "query_invalid", retryable: false })
  })

  it("that throws fails alone and is logged; the report fails only when all of its widgets throw", async () => {
    const { live, report, one } = await reportWithFacts([
      { kind: "metric", query: sessions },
      { kind: "table", query: byChannel },
      { kind: "text" },
    ])
    const logged = vi.spyOn(log, "error").mockReturnValue(undefined)
    const onFire = () => Promise.reject(new Error("the disk is on fire"))
    const broken = beforeStatement("f.dims ->>", onFire)
    const { data } = await live()
    expect(data.widgets.map((w) => w.status)).toEqual(["ok", "error", "ok"])
    expect(data.widgets[1]?.error).toEqual({
      code: "source_error",
      message: "The data of this widget could not be read. Try again in a few minutes.",
      retryable: true,
      data_source_id: null,
    })
    expect(logged).toHaveBeenCalledTimes(1)
    await expect(one(report.widgetIds[1] ?? "")).rejects.toThrow("on fire")
    broken.mockRestore()
    beforeStatement("metric_fact", onFire)
    await expect(live()).rejects.toThrow("on fire")
  })

  it("that takes too long returns a timeout error at the deadline, and the other widgets are answered", async () => {
    const { live } = await reportWithFacts([
      { kind: "metric", query: sessions },
      { kind: "table", query: byChannel },
    ])
    vi.spyOn(log, "error").mockReturnValue(undefined)
    const slow = beforeStatement("f.dims ->>", hang)
    const { data, meta } = await live({ timeout_ms: 4_000 })
    expect(data).toMatchObject({
      status: "partial",
      widgets: [{ status: "ok" }, { status: "error", error: { code: "source_timeout", retryable: true } }],
    })
    expect([meta.truncated, meta.truncation?.reason]).toEqual([true, "time_limit"])
    slow.mockRestore()
    beforeStatement("metric_fact", hang)
    await expect(live({ timeout_ms: 200 })).rejects.toMatchObject({ code: "timeout" })
  })
})

describe("a chart by dimension", () => {
  it("has all points of its lines regardless of `max_rows`", async () => {
    const { live } = await reportWithFacts([{ kind: "time_series", query: byChannel }])
    const [chart] = (await live({ max_rows: 10 })).data.widgets
    expect(chart).toMatchObject({ status: "ok", truncated: false })
    expect(chart?.series.map(({ points }) => points.length)).toEqual([28, 28, 28, 28])
  })

  it("has fewer lines if their points are too many, and no line ends early", async () => {
    const days = Array.from({ length: 400 }, (_, day) => addDays("2025-10-16", day))
    const campaigns = Array.from({ length: 26 }, (_, n) => `Campaign ${n}`)
    const facts = days.flatMap((date) =>
      campaigns.map((campaign, n) => ({ metric_id: "ad_clicks", date, dims: { campaign }, value: n + 1 })),
    )
    const { team, client, live } = await reportWithFacts([])
    await freshSource(team, client, facts, { provider: "google_ads" })
    const query = { metrics: ["ad_clicks"], dimensions: ["campaign"], limit: 50 }
    const { id } = await freshReport(team, client, [{ kind: "time_series", query }])
    const period = { from: "2025-10-16", to: "2026-11-19", granularity: "day" }
    const compared = { compare: "custom", compare_from: period.from, compare_to: period.to }
    const { data, meta } = await live({ report_id: id, ...period, ...compared })
    const [chart] = data.widgets
    expect(chart?.series.map((line) => [line.points.length, line.comparison_points.length])).toEqual(
      Array.from({ length: 25 }, () => [400, 400]),
    )
    expect(chart).toMatchObject({ truncated: true, other: { ad_clicks: { value: 400 } } })
    expect(meta.truncation).toMatchObject({ omitted: 400, scope: "data.widgets[0].series" })
  })
})

it.each([
  ["table", "data.rows"],
  ["time_series", "data.series"],
  ["ai_visibility", "data.ai_visibility.rows"],
  ["citations", "data.citations"],
  ["signals", "data.signals"],
] as const)("a %s widget that takes too long reports that %s is truncated", async (kind, scope) => {
  const late = () => Promise.reject(new DeadlineError())
  const context = { runQuery: late, runAiQuery: late, runListing: late, period: {} }
  const { truncation } = await loadWidget({ kind, query: byChannel } as never, context as never)
  expect(truncation).toMatchObject({ reason: "time_limit", scope })
})

/** Calls `what` before each statement that contains `word`. */
function beforeStatement(word: string, what: () => Promise<unknown>) {
  const pool = database().pool
  const execute = pool.execute.bind(pool)
  return vi.spyOn(pool, "execute").mockImplementation(async (statement) => {
    if (statement.text.includes(word)) await what()
    return execute(statement)
  })
}
