import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { freshReport } from "@/domain/testing/report"
import { asKey, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { getReport } from "./get"
import { listReports } from "./list"

describe("reports.list", () => {
  it("leaves out archived reports by default, with exact totals", async () => {
    const team = await freshTeam()
    const client = await freshClient(team)
    const other = await freshClient(team)
    await freshReport(team, client, undefined, { name: "Weekly", status: "published" })
    await freshReport(team, client, undefined, { name: "Draft of 100 %" })
    await freshReport(team, other, undefined, { name: "Old", status: "archived" })
    const list = async (query: object) => {
      const { data, meta } = await run(listReports, asKey(team), query as never)
      expect(meta).toMatchObject({ total: data.length, total_is_exact: true, truncated: false })
      return data.map((report) => report.name).sort()
    }
    expect(await list({})).toEqual(["Draft of 100 %", "Weekly"])
    expect(await list({ status: ["archived"] })).toEqual(["Old"])
    expect(await list({ client_id: other.id })).toEqual([])
    expect(await list({ q: "00 %" })).toEqual(["Draft of 100 %"])
    expect(await list({ updated_after: "2199-01-01" })).toEqual([])
    expect((await run(listReports, asKey(team), { limit: 1 })).meta).toMatchObject({ total: 2, truncated: true })
  })

  it("sorts by name and by the last change, in both directions", async () => {
    const team = await freshTeam()
    const client = await freshClient(team)
    for (const name of ["Beta", "Alpha"]) await freshReport(team, client, undefined, { name })
    const names = async (sort: string) =>
      (await run(listReports, asKey(team), { sort } as never)).data.map((r) => r.name)
    expect(await names("name")).toEqual(["Alpha", "Beta"])
    expect(await names("-name")).toEqual(["Beta", "Alpha"])
    expect(await names("updated_at")).toEqual(["Beta", "Alpha"])
    expect(await names("-updated_at")).toEqual(["Alpha", "Beta"])
  })
})

describe("reports.get", () => {
  it("returns sections and widgets in order, with each widget's full query", async () => {
    const team = await freshTeam()
    const { id, widgetIds } = await freshReport(team, await freshClient(team), [
      { kind: "table", title: "Pages", query: { metrics: ["sessions"], dimensions: ["page"] } },
      { kind: "text", options: { text: "Well done." } },
    ])
    const { data } = await run(getReport, asKey(team), { report_id: id })
    expect(data).toMatchObject({ widgets_count: 2, version: 1, status: "draft" })
    expect(data.sections[0]?.widgets).toEqual([
      {
        id: widgetIds[0],
        kind: "table",
        title: "Pages",
        position: 1,
        query: { metrics: ["sessions"], dimensions: ["page"], filter: {}, limit: 25 },
        options: {},
      },
      { id: widgetIds[1], kind: "text", title: "Widget", position: 2, query: {}, options: { text: "Well done." } },
    ])
  })

  it("does not find a report of another team", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    const { id } = await freshReport(other, await freshClient(other))
    await expect(run(getReport, asKey(team), { report_id: id })).rejects.toMatchObject({ code: "resource_not_found" })
  })
})

describe("writing a report", () => {
  it.each<[widget: object, pointer: string, code?: string]>([
    [{ kind: "metric", query: { metrics: ["nope"] } }, "/sections/0/widgets/0/query/metrics/0"],
    [
      { kind: "metric", query: { metrics: ["sessions"], dimensions: ["page"] } },
      "/sections/0/widgets/0/query/dimensions",
      "parameter_unknown",
    ],
    [{ kind: "table", query: { metrics: ["sessions"] } }, "/sections/0/widgets/0/query/dimensions"],
    [
      { kind: "breakdown", query: { metrics: ["sessions"], dimensions: ["page", "device"] } },
      "/sections/0/widgets/0/query/dimensions",
    ],
    [
      { kind: "metric", query: { metrics: ["sessions"], filter: { colour: ["red"] } } },
      "/sections/0/widgets/0/query/filter",
    ],
    [
      { kind: "table", query: { metrics: ["sessions"], dimensions: ["page"], order_by: "users" } },
      "/sections/0/widgets/0/query/order_by",
    ],
  ])("rejects the widget %o", async (widget, pointer, code = "parameter_invalid") => {
    const team = await freshTeam()
    const client = await freshClient(team)
    await expect(freshReport(team, client, [widget as never])).rejects.toMatchObject({
      code,
      errors: [{ pointer }],
    })
    expect(await inTeam(team.id, () => prisma.report.count({ where: { team_id: team.id } }))).toBe(0)
  })
})
