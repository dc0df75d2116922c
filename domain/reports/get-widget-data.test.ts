import { describe, expect, it } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { freshSource } from "@/domain/testing/facts"
import { reportWithFacts } from "@/domain/testing/live-report"

const sessions = { metrics: ["sessions"] }
const byChannel = { ...sessions, dimensions: ["channel"] }

describe("reports.getWidgetData", () => {
  it("returns the same data as the whole report", async () => {
    const { live, one, report } = await reportWithFacts([
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

  it("names the place of a warning in its own response", async () => {
    const { team, client, one, report } = await reportWithFacts([
      { kind: "metric", query: sessions },
      { kind: "table", query: byChannel },
    ])
    await freshSource(team, client, [{ metric_id: "sessions", date: "2026-11-10", value: 5 }], { provider: "csv" })
    const { meta } = await one(report.widgetIds[1] ?? "")
    expect(meta.warnings).toMatchObject([{ code: "source_left_out", path: "data" }])
  })
})
