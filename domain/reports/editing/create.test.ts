import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { archiveClient } from "@/domain/clients/archive"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { freshGoal } from "@/domain/testing/goal"
import { freshReport } from "@/domain/testing/report"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { getReport } from "../get"
import { archiveReport } from "./archive"
import { createReport } from "./create"
import { listTemplates } from "./list-templates"
import { restoreReport } from "./restore"
import type { reportSettings } from "./settings"

async function setup() {
  const team = await freshTeam()
  const client = await freshClient(team)
  const create = (more: object = {}, role: "viewer" | "member" = "member") =>
    run(createReport, asPerson(team, role), { client_id: client.id, name: "Monthly", ...more })
  const layout = async (report_id: string) => (await run(getReport, asPerson(team), { report_id })).data
  return { team, client, create, layout }
}

describe("reports.create", () => {
  it("creates an empty draft, and writes an audit entry", async () => {
    const { team, client, create } = await setup()
    const { data } = await create({ name: "  Monthly " })
    expect(data).toMatchObject({
      client_id: client.id,
      name: "Monthly",
      status: "draft",
      version: 1,
      widgets_count: 0,
      default_range: "last_28_days",
      published_at: null,
    })
    const { data: entries } = await run(listAudit, asPerson(team), { subject_id: data.id })
    expect(entries).toMatchObject([{ action: "report.created", after: { name: "Monthly" } }])
  })

  it("creates and restores up to 500 reports of a client, without the archived ones", async () => {
    const { team, client, create } = await setup()
    const reports = Array.from({ length: 500 }, (_, i) => ({
      id: newId("report"),
      team_id: team.id,
      client_id: client.id,
      name: `Report ${i}`,
      status: i === 0 ? "archived" : "draft",
    }))
    await inTeam(team.id, () => prisma.report.createMany({ data: reports }))
    await create({ name: "The last one" })
    const limitReached = {
      code: "plan_limit_reached",
      message: "This client has 500 reports, which is the limit. Archive a report first.",
    }
    await expect(create({ name: "One too many" })).rejects.toMatchObject(limitReached)
    const [archived = { id: "" }, draft = { id: "" }] = reports
    const restore = () => run(restoreReport, asPerson(team), { report_id: archived.id })
    await expect(restore()).rejects.toMatchObject(limitReached)
    await run(archiveReport, asPerson(team), { report_id: draft.id })
    expect((await restore()).data).toMatchObject({ status: "draft" })
  })

  it("creates every template that is listed, with widgets that can be answered", async () => {
    const { team, create, layout } = await setup()
    const { data: templates } = await run(listTemplates, asPerson(team), {})
    expect(templates.map(({ id }) => id)).toEqual(["blank", "advertising", "seo", "ai_visibility", "overview"])
    for (const { id: template, name } of templates) {
      const { data } = await create({ name, template })
      const { sections } = await layout(data.id)
      expect(sections.every(({ widgets }) => widgets.length > 0)).toBe(true)
      expect(data.widgets_count > 0).toBe(template !== "blank")
    }
  })

  it("adds the client's AI-visibility project to the templates that show one", async () => {
    const { team, client, create, layout } = await setup()
    const project_id = newId("aiProject")
    const project = { id: project_id, team_id: team.id, client_id: client.id, name: "E-bikes", language: "en" }
    await inTeam(team.id, () => prisma.aiProject.create({ data: project }))
    const { data } = await create({ template: "ai_visibility" })
    const [section] = (await layout(data.id)).sections
    expect(section?.widgets.map(({ kind, query }) => [kind, query["project_id"]])).toEqual([
      ["ai_visibility", project_id],
      ["ai_visibility", project_id],
      ["citations", project_id],
      ["metric", undefined],
    ])
  })

  it("copies sections, widgets and settings, with new ids", async () => {
    const { team, client, create, layout } = await setup()
    const goal_id = await freshGoal(team, client)
    const original = await freshReport(
      team,
      client,
      [
        { kind: "goal", query: { goal_id } },
        { kind: "metric", query: { metrics: ["sessions"], filter: { data_source: [newId("dataSource")] } } },
        { kind: "text", options: { text: "Well done." } },
      ],
      { default_range: "last_month", currency: "EUR", status: "published" },
    )
    const { data } = await create({ name: "Copy", copy_of_report_id: original.id })
    expect(data).toMatchObject({ status: "draft", default_range: "last_month", currency: "EUR", widgets_count: 3 })
    const copied = (await layout(data.id)).sections.flatMap(({ widgets }) => widgets)
    expect(copied.map(({ id }) => original.widgetIds.includes(id))).toEqual([false, false, false])
    const other = await freshClient(team)
    const { data: elsewhere } = await create({ client_id: other.id, name: "Copy", copy_of_report_id: original.id })
    expect(elsewhere).toMatchObject({ client_id: other.id, currency: null, widgets_count: 1 })
  })

  it("copies every setting but the name, and for another client neither its time zone nor its currency", async () => {
    const { team, client, create } = await setup()
    const settings = {
      name: "Original",
      description: "For the board.",
      default_range: "last_month" as const,
      default_compare: "none" as const,
      timezone: "Europe/Rome",
      currency: "EUR",
      locale: "it",
    } satisfies Record<keyof typeof reportSettings, string>
    const original = await freshReport(team, client, [], settings)
    const { data: copy } = await create({ name: "Copy", copy_of_report_id: original.id })
    expect(copy).toMatchObject({ ...settings, name: "Copy" })
    const other = await freshClient(team)
    const { data: elsewhere } = await create({ client_id: other.id, name: "Copy", copy_of_report_id: original.id })
    expect(elsewhere).toMatchObject({ ...settings, name: "Copy", timezone: null, currency: null })
  })

  it("rejects a name that another report of the client has, until that one is archived", async () => {
    const { team, create } = await setup()
    const { data: first } = await create()
    await expect(create({ name: "MONTHLY" })).rejects.toMatchObject({
      code: "already_exists",
      errors: [{ parameter: "name" }],
      extra: { report_id: first.id },
    })
    await run(archiveReport, asPerson(team), { report_id: first.id })
    expect((await create()).data.name).toBe("Monthly")
  })

  it("creates only one of two reports with the same name at the same time", async () => {
    const { create } = await setup()
    const both = await Promise.allSettled([create(), create()])
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  })

  it("rejects viewers, archived clients, two origins, and originals of other teams", async () => {
    const { team, client, create } = await setup()
    await expect(create({}, "viewer")).rejects.toMatchObject({ code: "role_missing" })
    const other = await freshTeam()
    const theirs = await freshReport(other, await freshClient(other))
    await expect(create({ copy_of_report_id: theirs.id })).rejects.toMatchObject({ code: "resource_not_found" })
    await expect(create({ client_id: newId("client") })).rejects.toMatchObject({ code: "resource_not_found" })
    await expect(create({ template: "seo", copy_of_report_id: theirs.id })).rejects.toMatchObject({
      errors: [{ parameter: "template" }],
    })
    await run(archiveClient, asPerson(team), { client_id: client.id })
    await expect(create()).rejects.toMatchObject({ code: "state_conflict" })
  })
})
