import { describe, expect, it } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { now, reportWithFacts } from "@/domain/testing/live-report"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { previewWidget } from "./preview-widget"

const table = { kind: "table" as const, query: { metrics: ["sessions"], dimensions: ["channel"], limit: 2 } }

describe("reports.previewWidget", () => {
  it("returns the data that the saved widget has, and saves nothing", async () => {
    const { team, report, one } = await reportWithFacts([table])
    const preview = (more: object = {}) =>
      run(previewWidget, asPerson(team, "viewer", now), {
        report_id: report.id,
        widget: { ...table, title: "Widget" },
        ...more,
      } as never)
    const [{ data, meta }, saved] = [await preview(), await one(report.widgetIds[0] ?? "")]
    const { id: _id, section_id: _section, ...shown } = data
    const { id: _savedId, section_id: _savedSection, ...expected } = saved.data
    expect(shown).toEqual(expected)
    expect(meta).toMatchObject({
      period: { days: 28 },
      truncated: true,
      truncation: { scope: "data.rows", omitted: 2 },
    })
    expect((await preview({ range: "last_7_days", compare: "none" })).meta.period).toMatchObject({ days: 7 })
  })

  it("names the field that is wrong", async () => {
    const { team, report } = await reportWithFacts([table])
    const preview = (widget: object) =>
      run(previewWidget, asPerson(team, "member", now), {
        report_id: report.id,
        widget: { title: "", ...widget },
      } as never)
    await expect(preview({ kind: "metric", query: { metrics: ["nope"] } })).rejects.toMatchObject({
      errors: [{ pointer: "/widget/query/metrics/0" }],
    })
    await expect(preview({ kind: "table", query: { ...table.query, limit: 0, color: "red" } })).rejects.toMatchObject({
      errors: [
        { pointer: "/widget/query/limit", detail: "limit is less than 1.", fix: "Use a value of at least 1." },
        { pointer: "/widget/query/color", code: "parameter_unknown", fix: expect.stringContaining("dimensions") },
      ],
    })
    await expect(preview({ kind: "goal", query: { goal_id: newId("goal") } })).rejects.toMatchObject({
      errors: [{ pointer: "/widget/query/goal_id" }],
    })
  })

  it("does not find reports of other teams", async () => {
    const { report } = await reportWithFacts([table])
    const widget = { kind: "text" as const, title: "" }
    await expect(
      run(previewWidget, asPerson(await freshTeam()), { report_id: report.id, widget }),
    ).rejects.toMatchObject({ code: "resource_not_found" })
  })
})
