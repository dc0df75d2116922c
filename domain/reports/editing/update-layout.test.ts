import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { freshGoal } from "@/domain/testing/goal"
import { freshReport } from "@/domain/testing/report"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { getReport } from "../get"
import { archiveReport } from "./archive"
import { updateLayout } from "./update-layout"

const sessions = { kind: "metric" as const, title: "Sessions", query: { metrics: ["sessions"] } }

async function setup() {
  const team = await freshTeam()
  const client = await freshClient(team)
  const report = await freshReport(team, client, [sessions, { kind: "text", options: { text: "Well done." } }])
  const get = async () => (await run(getReport, asPerson(team), { report_id: report.id })).data
  const save = (sections: unknown[], more: object = {}, role: "viewer" | "member" = "member") =>
    run(updateLayout, asPerson(team, role), { report_id: report.id, version: 1, sections, ...more } as never)
  const one = (widget: object) => save([{ title: "Section", widgets: [{ title: "Widget", ...widget }] }])
  return { team, client, report, get, save, one }
}

describe("reports.updateLayout", () => {
  it("replaces the layout, keeps the ids that are given and increases the version", async () => {
    const { team, report, get, save } = await setup()
    const [first, second] = report.widgetIds
    const [section] = (await get()).sections
    const { data } = await save([
      { title: "New", widgets: [{ id: second, kind: "text", title: "Note", options: { text: "Moved." } }] },
      { id: section?.id, title: "Renamed", widgets: [sessions, { ...sessions, id: first, title: "Visits" }] },
    ])
    expect(data).toMatchObject({ version: 2, widgets_count: 3 })
    expect(data).toEqual({ ...(await get()), commentary: undefined })
    expect(data.sections.map(({ title, position, widgets }) => [title, position, widgets.length])).toEqual([
      ["New", 1, 1],
      ["Renamed", 2, 2],
    ])
    expect(data.sections[1]?.id).toBe(section?.id)
    expect(data.sections[0]?.widgets[0]).toMatchObject({ id: second, title: "Note", position: 1 })
    expect(data.sections[1]?.widgets[1]).toMatchObject({ id: first, title: "Visits", position: 2 })
    const { data: entries } = await run(listAudit, asPerson(team), { subject_id: report.id })
    expect(entries).toMatchObject([
      { action: "report.layout_updated", before: { version: 1 }, after: { version: 2, sections: 2, widgets: 3 } },
    ])
  })

  it("refuses a change that is based on an old version, and saves nothing of it", async () => {
    const { get, save } = await setup()
    await save([])
    const late = save([{ title: "Late", widgets: [] }])
    await expect(late).rejects.toMatchObject({ code: "state_conflict", extra: { version: 2 } })
    await expect(late).rejects.toThrow("Reload the report")
    expect(await get()).toMatchObject({ version: 2, sections: [] })
  })

  it("saves only one of two changes at the same time", async () => {
    const { get, save } = await setup()
    const both = await Promise.allSettled([save([{ title: "A", widgets: [] }]), save([{ title: "B", widgets: [] }])])
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    expect((await get()).sections).toHaveLength(1)
  })

  it.each([
    [{ kind: "metric", query: { metrics: ["nope"] } }, "/query/metrics/0"],
    [{ kind: "metric", query: {} }, "/query/metrics"],
    [{ kind: "table", query: { metrics: ["sessions"], dimensions: ["page"], order_by: "users" } }, "/query/order_by"],
    [{ kind: "breakdown", query: { metrics: ["sessions"], dimensions: ["page", "device"] } }, "/query/dimensions"],
    [{ kind: "citations", query: {} }, "/query/project_id"],
    [{ kind: "signals", query: { category: ["data_health"] } }, "/query/category/0"],
    [{ kind: "signals", query: { limit: 51 } }, "/query/limit"],
    [
      { kind: "ai_visibility", query: { project_id: newId("aiProject"), group_by: ["brand", "brand"] } },
      "/query/group_by",
    ],
    [{ kind: "goal", query: { goal_id: newId("goal") } }, "/query/goal_id"],
    [{ kind: "ai_visibility", query: { project_id: newId("aiProject") } }, "/query/project_id"],
    [
      { kind: "metric", query: { metrics: ["sessions"], filter: { data_source: [newId("dataSource")] } } },
      "/query/filter/data_source",
    ],
    [{ kind: "text", options: { text: "<img src=x onerror=alert(1)>" } }, "/options/text"],
    [{ kind: "text", options: { text: "Numbers:\n\n    [Open](https://evil.example)" } }, "/options/text"],
    [{ kind: "text", options: { text: "`a\n[Open](https://evil.example)\nb`" } }, "/options/text"],
    [{ kind: "text", options: { text: "seehttps://evil.example" } }, "/options/text"],
    [{ kind: "text", options: { text: "x".repeat(5_001) } }, "/options/text"],
  ])("rejects the widget %o, and names the field", async (widget, pointer) => {
    const { get, one } = await setup()
    await expect(one(widget)).rejects.toMatchObject({
      code: "parameter_invalid",
      errors: [{ pointer: `/sections/0/widgets/0${pointer}` }],
    })
    expect(await get()).toMatchObject({ version: 1, widgets_count: 2 })
  })

  it("reports all errors together", async () => {
    const { save } = await setup()
    const wrong = { ...sessions, query: { metrics: ["nope"] } }
    await expect(
      save([
        { title: "One", widgets: [wrong, sessions] },
        { title: "Two", widgets: [wrong] },
      ]),
    ).rejects.toMatchObject({
      errors: [
        { pointer: "/sections/0/widgets/0/query/metrics/0" },
        { pointer: "/sections/1/widgets/0/query/metrics/0" },
      ],
    })
  })

  it("accepts goals and data sources of the client, and rejects those of another client of the team", async () => {
    const { team, client, save } = await setup()
    const other = await freshClient(team)
    const asking = async (of: { id: string }) => [
      { kind: "goal", title: "Goal", query: { goal_id: await freshGoal(team, of) } },
      { ...sessions, query: { metrics: ["sessions"], filter: { data_source: [await freshSource(team, of, [])] } } },
    ]
    await expect(save([{ title: "Section", widgets: await asking(other) }])).rejects.toMatchObject({
      errors: [
        { pointer: "/sections/0/widgets/0/query/goal_id" },
        { pointer: "/sections/0/widgets/1/query/filter/data_source" },
      ],
    })
    expect((await save([{ title: "Section", widgets: await asking(client) }])).data.widgets_count).toBe(2)
  })

  it("rejects ids of other reports and ids that occur twice", async () => {
    const { team, client, report, save } = await setup()
    const other = await freshReport(team, client)
    const own = report.widgetIds[0]
    const theirs = other.widgetIds[0]
    await expect(save([{ title: "Section", widgets: [{ ...sessions, id: theirs }] }])).rejects.toMatchObject({
      errors: [{ pointer: "/sections/0/widgets/0/id" }],
    })
    const twice = [
      { ...sessions, id: own },
      { ...sessions, id: own },
    ]
    await expect(save([{ title: "Section", widgets: twice }])).rejects.toMatchObject({
      errors: [{ pointer: "/sections/0/widgets/1/id" }],
    })
    await expect(save([{ id: newId("section"), title: "Section", widgets: [] }])).rejects.toMatchObject({
      errors: [{ pointer: "/sections/0/id" }],
    })
    expect(await inTeam(team.id, () => prisma.reportWidget.count({ where: { report_id: other.id } }))).toBe(1)
  })

  it("rejects more than 100 widgets", async () => {
    const { save } = await setup()
    const half = Array.from({ length: 51 }, () => sessions)
    await expect(
      save([
        { title: "One", widgets: half },
        { title: "Two", widgets: half },
      ]),
    ).rejects.toMatchObject({ errors: [{ pointer: "/sections" }] })
  })

  it("rejects viewers, archived reports and other teams", async () => {
    const { team, report, save } = await setup()
    await expect(save([], {}, "viewer")).rejects.toMatchObject({ code: "role_missing" })
    await expect(
      run(updateLayout, asPerson(await freshTeam()), { report_id: report.id, version: 1, sections: [] }),
    ).rejects.toMatchObject({ code: "resource_not_found" })
    await run(archiveReport, asPerson(team), { report_id: report.id })
    await expect(save([])).rejects.toMatchObject({ code: "state_conflict" })
  })
})
