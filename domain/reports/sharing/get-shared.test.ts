import { afterEach, describe, expect, it, vi } from "vitest"
import { archiveClient } from "@/domain/clients/archive"
import { asProblem } from "@/domain/kernel/errors"
import { newId } from "@/domain/kernel/ids"
import { log } from "@/domain/kernel/log"
import { run } from "@/domain/kernel/operation"
import { addDays } from "@/domain/metrics/calendar"
import { changePlan } from "@/domain/teams/change-plan"
import { freshClient } from "@/domain/testing/client"
import { freshSource } from "@/domain/testing/facts"
import { freshGoal } from "@/domain/testing/goal"
import { now, reportWithFacts } from "@/domain/testing/live-report"
import { asAnybody } from "@/domain/testing/person"
import { freshReport } from "@/domain/testing/report"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { acrossTeams, database, inTeam, prisma } from "@/prisma/client"
import { setCommentary } from "../commentary/set-commentary"
import { archiveReport } from "../editing/archive"
import { publishReport } from "../editing/publish"
import { restoreReport } from "../editing/restore"
import { unpublishReport } from "../editing/unpublish"
import { createShareLink } from "./create-share-link"
import { getShared } from "./get-shared"
import { listShareLinks } from "./list-share-links"
import { revokeShareLink } from "./revoke-share-link"

afterEach(() => vi.restoreAllMocks())

const sessions = { kind: "metric" as const, title: "Sessions", query: { metrics: ["sessions"] } }
const byPlatform = {
  kind: "table" as const,
  title: "Platforms",
  query: { metrics: ["sessions"], dimensions: ["provider", "data_source"] as ("provider" | "data_source")[] },
}

async function setup(widgets: Parameters<typeof reportWithFacts>[0] = [sessions, byPlatform]) {
  const made = await reportWithFacts(widgets, { display_name: "Shop analytics" })
  const owner = asPerson(made.team, "owner", now)
  const report_id = made.report.id
  await run(publishReport, owner, { report_id })
  const { data } = await run(createShareLink, owner, { report_id })
  const { token, link } = data
  const open = (query: object = {}, at = now) => run(getShared, asAnybody(at), { token, ...query } as never)
  return { ...made, owner, report_id, token, link, open }
}

const notValid = { code: "resource_not_found", message: expect.stringContaining("This link is not valid.") }

describe("a shared report", () => {
  it("shows the layout, the live data and the commentary of the report", async () => {
    const { owner, team, client, report_id, open } = await setup()
    const period = { from: "2026-10-23", to: "2026-11-19" }
    await run(setCommentary, owner, { report_id, ...period, markdown: "A good month." })
    const { data, meta } = await open()
    expect(data).toMatchObject({
      client: { name: client.name },
      team: { name: team.name },
      sections: [{ title: "Section", widgets: [{ title: "Sessions" }, { title: "Platforms" }] }],
      commentary: [{ section_id: null, markdown: "A good month.", period }],
    })
    const [metric, table] = data.sections[0]?.widgets ?? []
    expect(metric).toMatchObject({ status: "ok", totals: { sessions: { value: 2_800, previous: 280 } } })
    expect(table).toMatchObject({
      dimensions: [{ label: "Provider" }, { label: "Data source" }],
      rows: [{ labels: { provider: "Google Analytics", data_source: "Shop analytics" } }],
    })
    expect(meta).toMatchObject({ period: { ...period, complete: true }, freshness: { sources: [] }, warnings: [] })
    expect((await open({ range: "last_7_days", compare: "none" })).meta.period).toMatchObject({ days: 7 })
  })

  it("ends with the last day with data, and contains the commentary of the requested period", async () => {
    const { team, owner, report_id, sourceId, open } = await setup([sessions])
    await run(setCommentary, owner, { report_id, from: "2026-10-23", to: "2026-11-19", markdown: "A good month." })
    await inTeam(team.id, () =>
      prisma.dataSource.updateMany({ where: { id: sourceId }, data: { data_through: new Date("2026-11-18") } }),
    )
    const { data, meta } = await open()
    expect(meta).toMatchObject({
      query: { range: "last_28_days" },
      period: { from: "2026-10-22", to: "2026-11-18", days: 28, complete: true },
      comparison: { from: "2026-09-24", to: "2026-10-21" },
    })
    expect(data.sections[0]?.widgets[0]).toMatchObject({ totals: { sessions: { value: 2_710, previous: 270 } } })
    expect(data.commentary).toMatchObject([{ markdown: "A good month." }])
    const dates = { from: "2026-10-23", to: "2026-11-19" }
    expect((await open(dates)).meta.period).toMatchObject({ ...dates, complete: false })
    expect((await open({ range: "last_month" })).meta.period).toMatchObject({ to: "2026-10-31" })
  })

  it("contains no internal names, ids of data sources, or the token", async () => {
    const goal_id = newId("goal")
    const { team, client, sourceId, token, open } = await setup([
      sessions,
      byPlatform,
      { kind: "time_series", query: { metrics: ["sessions"], dimensions: ["provider"] } },
      { kind: "goal", query: { goal_id } },
      { kind: "signals" },
    ])
    await freshGoal(team, client, { id: goal_id })
    const text = JSON.stringify(await open())
    expect(text).toContain("Google Analytics")
    for (const secret of [sourceId, "ga4", token, team.id, client.id, 'oldest_sync_at":"2'])
      expect(text).not.toContain(secret)
    expect(text).not.toMatch(/"(data_source_id|last_success_at)":"/)
  })

  it("hides the causes of errors and stale data", async () => {
    const { team, sourceId, report, open } = await setup()
    const late = { status: "reauth_required", data_through: new Date("2026-11-01") }
    await inTeam(team.id, () => prisma.dataSource.updateMany({ where: { id: sourceId }, data: late }))
    const stale = (await open()).data.sections[0]?.widgets[0]
    expect(stale).toMatchObject({ status: "stale", error: { message: "Some of this data is not up to date yet." } })
    await inTeam(team.id, () =>
      prisma.reportWidget.updateMany({
        where: { id: report.widgetIds[1] ?? "" },
        data: { query: { metrics: ["ga4"] } },
      }),
    )
    const { data } = await open()
    expect(data.sections[0]?.widgets[1]).toMatchObject({ status: "error", error: { message: expect.any(String) } })
    expect(JSON.stringify(data)).not.toMatch(/ga4|authorized|dsc_/)
  })

  it("reports a failure of the database without its text", async () => {
    const { open } = await setup([sessions])
    vi.spyOn(log, "error").mockReturnValue()
    const { pool } = database()
    const execute = pool.execute.bind(pool)
    vi.spyOn(pool, "execute").mockImplementation(async (statement) => {
      if (statement.text.includes("metric_fact")) throw new Error("secret of the database")
      return execute(statement)
    })
    const { code, message } = asProblem(await open().catch((error: unknown) => error))
    expect(code).toBe("internal_error")
    expect(message).not.toContain("secret")
  })

  it("counts its views", async () => {
    const { owner, report_id, open } = await setup()
    await open()
    await open()
    const { data } = await run(listShareLinks, owner, { report_id })
    expect(data).toMatchObject([{ view_count: 2, last_viewed_at: now().toISOString() }])
  })

  it("follows the report: changes are visible immediately, and its own link shows no other report", async () => {
    const { team, client, open } = await setup()
    const other = await freshReport(team, client, [{ ...sessions, title: "Not shared" }], { status: "published" })
    const { data } = await open()
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`Not shared|${other.widgetIds[0]}`))
    await expect(open({ report_id: other.id })).rejects.toMatchObject({ code: "parameter_unknown" })
    await expect(open({ widgets: other.widgetIds })).rejects.toMatchObject({ code: "parameter_unknown" })
  })

  it("shows no data of another client, even if a widget names it", async () => {
    const { team, report, open } = await setup([{ kind: "goal", query: { goal_id: newId("goal") } }, byPlatform])
    const other = await freshClient(team)
    const value = 987_654
    const source = await freshSource(
      team,
      other,
      Array.from({ length: 28 }, (_, n) => ({ metric_id: "sessions", date: addDays("2026-10-23", n), value })),
    )
    const [goal = "", table = ""] = report.widgetIds
    const goal_id = await freshGoal(team, other)
    const filter = { data_source: [source] }
    await inTeam(team.id, async () => {
      await prisma.reportWidget.updateMany({ where: { id: goal }, data: { query: { goal_id } } })
      await prisma.reportWidget.updateMany({ where: { id: table }, data: { query: { ...byPlatform.query, filter } } })
    })
    const { data } = await open()
    expect(data.sections[0]?.widgets).toMatchObject([
      { status: "error", goal: null },
      { status: "empty", rows: [] },
    ])
    expect(JSON.stringify(data)).not.toContain(String(value))
  })
})

describe("a link that is not valid", () => {
  it("gives the same error in every case", async () => {
    const cases: Record<string, (made: Awaited<ReturnType<typeof setup>>) => Promise<unknown>> = {
      revoked: ({ owner, link }) => run(revokeShareLink, owner, { share_link_id: link.id }),
      unpublished: ({ owner, report_id }) => run(unpublishReport, owner, { report_id }),
      archived: ({ owner, report_id }) => run(archiveReport, owner, { report_id }),
      restored: async ({ owner, report_id }) => {
        await run(archiveReport, owner, { report_id })
        await run(restoreReport, owner, { report_id })
      },
      deleted: ({ team, report_id }) => inTeam(team.id, () => prisma.report.deleteMany({ where: { id: report_id } })),
      downgraded: ({ owner }) => run(changePlan, owner, { plan: "free" }),
      suspended: ({ team }) =>
        acrossTeams(() => prisma.team.updateMany({ where: { id: team.id }, data: { is_suspended: true } })),
    }
    const errors = new Set<string>()
    for (const [name, end] of Object.entries(cases)) {
      const made = await setup([sessions])
      await made.open()
      await end(made)
      const thrown = await made.open().catch((error: unknown) => error)
      expect(thrown, name).toMatchObject(notValid)
      errors.add(JSON.stringify([(thrown as Error).message, thrown]))
    }
    const { open, link } = await setup([sessions])
    const expired = await open({}, () => new Date(link.expires_at)).catch((error: unknown) => error)
    expect(expired).toMatchObject(notValid)
    const unknown = await run(getShared, asAnybody(now), { token: "guess" }).catch((error: unknown) => error)
    for (const thrown of [expired, unknown]) errors.add(JSON.stringify([(thrown as Error).message, thrown]))
    expect(errors.size).toBe(1)
  })

  it("works until its last second, and again after the report is published again", async () => {
    const { owner, report_id, link, open } = await setup([sessions])
    const last = () => new Date(Date.parse(link.expires_at) - 1_000)
    expect((await open({}, last)).data.name).toBeTruthy()
    await run(unpublishReport, owner, { report_id })
    await run(publishReport, owner, { report_id })
    expect((await open()).data.name).toBeTruthy()
  })

  it("stays valid while its client is archived, because reports stay readable", async () => {
    const { owner, client, open } = await setup([sessions])
    await run(archiveClient, owner, { client_id: client.id })
    expect((await open()).data.client.name).toBe(client.name)
  })

  it("cannot be guessed: one network gets 60 attempts a minute", async () => {
    const guesser = asAnybody(now)
    const guess = () => run(getShared, guesser, { token: "guess" }).catch((error: { code: string }) => error.code)
    const codes = []
    for (let n = 0; n < 61; n++) codes.push(await guess())
    expect(codes.slice(0, 60).every((code) => code === "resource_not_found")).toBe(true)
    expect(codes[60]).toBe("rate_limited")
  })
})

describe("row-level security", () => {
  it("hides links and commentary of other teams", async () => {
    const { owner, report_id } = await setup([sessions])
    const period = { from: "2026-10-23", to: "2026-11-19" }
    await run(setCommentary, owner, { report_id, ...period, markdown: "A good month." })
    const other = await freshTeam()
    const seen = await inTeam(other.id, async () => [
      await prisma.reportShareLink.count({ where: { report_id } }),
      await prisma.reportCommentary.count({ where: { report_id } }),
    ])
    expect(seen).toEqual([0, 0])
  })

  it("is on while a shared report is read", async () => {
    const { team, open } = await setup([sessions])
    const scopes = new Set<string | undefined>()
    const { pool } = database()
    const execute = pool.execute.bind(pool)
    vi.spyOn(pool, "execute").mockImplementation((statement) => {
      if (!statement.text.includes("report_share_link l")) scopes.add(pool.scope.getStore()?.team)
      return execute(statement)
    })
    await open()
    expect([...scopes]).toEqual([team.id])
  })
})
