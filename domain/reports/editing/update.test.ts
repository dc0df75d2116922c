import { describe, expect, it } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { freshReport } from "@/domain/testing/report"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { archiveReport } from "./archive"
import { publishReport } from "./publish"
import { restoreReport } from "./restore"
import type { reportSettings } from "./settings"
import { unpublishReport } from "./unpublish"
import { updateReport } from "./update"

async function setup() {
  const team = await freshTeam()
  const client = await freshClient(team)
  const { id: report_id } = await freshReport(team, client, undefined, { name: "Monthly" })
  const update = (change: object, role: "viewer" | "member" = "member") =>
    run(updateReport, asPerson(team, role), { report_id, ...change })
  return { team, client, report_id, update }
}

describe("reports.update", () => {
  it("changes only the given fields, and records the old and new values in the audit log", async () => {
    const { team, report_id, update } = await setup()
    const { data } = await update({
      name: "Weekly",
      description: "For the board.",
      default_range: "last_7_days",
      timezone: "Europe/Rome",
      currency: "EUR",
      locale: "it",
    })
    expect(data).toMatchObject({ name: "Weekly", default_range: "last_7_days", currency: "EUR", version: 1 })
    expect((await update({ description: null })).data).toMatchObject({ name: "Weekly", description: null })
    const { data: entries } = await run(listAudit, asPerson(team), { subject_id: report_id })
    expect(entries.at(-1)).toMatchObject({
      action: "report.updated",
      before: { name: "Monthly", default_range: "last_28_days" },
      after: { name: "Weekly", default_range: "last_7_days" },
    })
  })

  it("records the old value of every setting that changes", async () => {
    const { team, report_id, update } = await setup()
    const change = {
      name: "Weekly",
      description: "For the board.",
      default_range: "last_7_days",
      default_compare: "none",
      timezone: "Europe/Rome",
      currency: "EUR",
      locale: "it",
    } satisfies Record<keyof typeof reportSettings, string>
    await update(change)
    const { data: entries } = await run(listAudit, asPerson(team), { subject_id: report_id })
    const before = {
      name: "Monthly",
      description: null,
      default_range: "last_28_days",
      default_compare: "previous_period",
      timezone: null,
      currency: null,
      locale: "en",
    }
    expect(entries[0]).toMatchObject({ before, after: change })
  })

  it.each([
    [{ name: "" }, "name"],
    [{ name: "x".repeat(121) }, "name"],
    [{ currency: "ZZZ" }, "currency"],
    [{ timezone: "Mars/Base" }, "timezone"],
    [{ locale: "not a locale" }, "locale"],
    [{ default_range: "forever" }, "default_range"],
  ])("rejects %o", async (change, parameter) => {
    const { update } = await setup()
    await expect(update(change)).rejects.toMatchObject({ code: "parameter_invalid", errors: [{ parameter }] })
  })

  it("rejects viewers, names that are taken, archived reports and reports of other teams", async () => {
    const { team, client, report_id, update } = await setup()
    await expect(update({ name: "Weekly" }, "viewer")).rejects.toMatchObject({ code: "role_missing" })
    await freshReport(team, client, undefined, { name: "Weekly" })
    await expect(update({ name: "weekly" })).rejects.toMatchObject({ code: "already_exists" })
    await expect(run(updateReport, asPerson(await freshTeam()), { report_id, name: "Mine" })).rejects.toMatchObject({
      code: "resource_not_found",
    })
    await run(archiveReport, asPerson(team), { report_id })
    await expect(update({ name: "Other" })).rejects.toMatchObject({ code: "state_conflict" })
  })
})

describe("the status of a report", () => {
  it("moves between draft and published, and through archived back to draft", async () => {
    const { team, report_id } = await setup()
    const now = () => new Date("2026-11-20T12:00:00Z")
    const move = async (operation: typeof publishReport | typeof archiveReport) =>
      (await run(operation, asPerson(team, "member", now), { report_id })).data
    expect(await move(publishReport)).toMatchObject({ status: "published", published_at: now().toISOString() })
    expect(await move(unpublishReport)).toMatchObject({ status: "draft", published_at: null })
    await move(publishReport)
    expect(await move(archiveReport)).toMatchObject({ status: "archived", published_at: now().toISOString() })
    expect(await move(restoreReport)).toMatchObject({ status: "draft", published_at: null })
    expect(await move(archiveReport)).toMatchObject({ status: "archived" })
    const { data: entries } = await run(listAudit, asPerson(team), { subject_id: report_id })
    expect(entries.map(({ action, before, after }) => [action, before, after])[0]).toEqual([
      "report.archived",
      { name: "Monthly", status: "draft" },
      { name: "Monthly", status: "archived" },
    ])
    expect(entries.map(({ action }) => action)).toEqual([
      "report.archived",
      "report.restored",
      "report.archived",
      "report.published",
      "report.unpublished",
      "report.published",
    ])
  })

  it.each([
    ["draft", unpublishReport, "The report is already a draft."],
    ["draft", restoreReport, "The report is already a draft."],
    ["published", publishReport, "The report is already published."],
    ["published", restoreReport, "The report is published, so it cannot be restored."],
    ["archived", publishReport, "The report is archived, so it cannot be published."],
    ["archived", unpublishReport, "The report is archived, so it cannot be unpublished."],
    ["archived", archiveReport, "The report is already archived."],
  ] as const)("cannot change from %s with %o", async (status, operation, message) => {
    const team = await freshTeam()
    const { id: report_id } = await freshReport(team, await freshClient(team), undefined, { status })
    await expect(run(operation, asPerson(team), { report_id })).rejects.toMatchObject({
      code: "state_conflict",
      message,
    })
  })

  it("cannot return to draft while another report has its name", async () => {
    const { team, client, report_id } = await setup()
    await run(archiveReport, asPerson(team), { report_id })
    await freshReport(team, client, undefined, { name: "Monthly" })
    await expect(run(restoreReport, asPerson(team), { report_id })).rejects.toMatchObject({ code: "already_exists" })
  })

  it("cannot be changed by viewers or by other teams", async () => {
    const { team, report_id } = await setup()
    await expect(run(publishReport, asPerson(team, "viewer"), { report_id })).rejects.toMatchObject({
      code: "role_missing",
    })
    await expect(run(publishReport, asPerson(team), { report_id: newId("report") })).rejects.toMatchObject({
      code: "resource_not_found",
    })
  })
})
