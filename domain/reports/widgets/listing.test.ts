import { describe, expect, it } from "vitest"
import { listCitations } from "@/domain/answers/list-citations"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { dismissSignals } from "@/domain/signals/dismiss"
import { recordFindings } from "@/domain/signals/record-findings"
import { checkOf, foundNow } from "@/domain/signals/testing/findings"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { freshClient } from "@/domain/testing/client"
import { now } from "@/domain/testing/live-report"
import { freshReport } from "@/domain/testing/report"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { getReportData } from "../get-data"

const november = { from: "2026-11-01", to: "2026-11-30" }

const live = async (team: TeamFacts, report_id: string, query: object = {}) =>
  run(getReportData, asKey(team, undefined, now), { report_id, ...query })

describe("a citations widget", () => {
  /** Two answers in the default period and one before it. */
  async function setup(query: object = {}) {
    const team = await freshTeam()
    const cited = (asked_at: string, run: number, ...urls: string[]) =>
      answerLine({ asked_at, run, sources: urls.map((url) => ({ url, title: "A test" })) })
    const lines = [
      cited("2026-11-10T10:00:00Z", 1, "https://tests.example/a", "https://tests.example/b", "https://other.example/"),
      cited("2026-11-11T10:00:00Z", 2, "https://tests.example/a"),
      cited("2026-09-01T10:00:00Z", 3, "https://old.example/"),
    ]
    await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Headphones", client: "Acme", now: now() })
    const project = await inTeam(team.id, () => prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }))
    const widget = { kind: "citations" as const, query: { project_id: project.id, ...query } }
    const { id } = await freshReport(team, { id: project.client_id }, [widget])
    return { team, id, project, widget }
  }

  it("lists the domains that answers of the period cite, with their share", async () => {
    const { team, id } = await setup()
    const [widget] = (await live(team, id)).data.widgets
    expect(widget).toMatchObject({
      status: "ok",
      rows_total: 2,
      rows_returned: 2,
      truncated: false,
      freshness: { data_through: "2026-11-11" },
      citations: [
        {
          key: "tests.example",
          domain: "tests.example",
          title: null,
          label: "Editorial",
          citations_n: 3,
          answers_n: 2,
          share: { value: 0.75, numerator: 3, denominator: 4 },
        },
        { key: "other.example", citations_n: 1, answers_n: 1 },
      ],
    })
    const earlier = await live(team, id, { from: "2026-09-01", to: "2026-09-30" })
    expect(earlier.data.widgets[0]?.citations.map(({ key }) => key)).toEqual(["old.example"])
    const none = await live(team, id, { from: "2026-01-01", to: "2026-01-31" })
    expect(none.data.widgets[0]).toMatchObject({ status: "empty", empty_reason: "no_data_in_period" })
  })

  it("compares with the previous period, source by source and in total", async () => {
    const { team, id } = await setup()
    const [widget] = (await live(team, id, { from: "2026-11-11", to: "2026-11-11" })).data.widgets
    expect(widget).toMatchObject({
      rows_total: 1,
      citations: [
        {
          key: "tests.example",
          citations_n: 1,
          share: { value: 1, numerator: 1, denominator: 1 },
          previous: { citations_n: 2, answers_n: 1, share: { value: 2 / 3, numerator: 2, denominator: 3 } },
        },
      ],
      citations_total: {
        citations_n: 1,
        answers_n: 1,
        sources_n: 1,
        share: { value: 1, numerator: 1, denominator: 1 },
        previous: { citations_n: 3, answers_n: 1, sources_n: 2, share: { value: 1, numerator: 3, denominator: 3 } },
      },
    })
    expect(widget?.citations[0]?.share_change).toBeCloseTo(1 / 3, 12)
  })

  it("knows a source that was not cited before from a period without answers", async () => {
    const { team, id } = await setup()
    const [found] = (await live(team, id, { from: "2026-11-10", to: "2026-11-12" })).data.widgets
    const none = { citations_n: 0, answers_n: 0, share: { value: null, numerator: 0, denominator: 0 } }
    expect(found?.citations[0]).toMatchObject({ previous: none, share_change: null })
    const custom = { compare: "custom", compare_from: "2026-09-01", compare_to: "2026-09-30" }
    const [compared] = (await live(team, id, { ...november, ...custom })).data.widgets
    expect(compared?.citations[0]).toMatchObject({
      previous: { citations_n: 0, share: { value: 0, numerator: 0, denominator: 1 } },
      share_change: 0.75,
    })
  })

  it("counts an answer of both periods twice, once in each", async () => {
    const { team, id } = await setup()
    const overlapping = { ...november, compare: "custom", compare_from: "2026-11-10", compare_to: "2026-11-10" }
    const [widget] = (await live(team, id, overlapping)).data.widgets
    expect(widget?.citations_total).toMatchObject({ citations_n: 4, previous: { citations_n: 3 } })
  })

  it("has no comparison if the report has none", async () => {
    const { team, id } = await setup()
    const [widget] = (await live(team, id, { ...november, compare: "none" })).data.widgets
    expect(widget).toMatchObject({
      citations: [{ previous: null, share_change: null }, {}],
      citations_total: { citations_n: 4, sources_n: 2, previous: null },
    })
  })

  it("totals the sources of its filters, also those that its limit leaves out", async () => {
    const { team, id } = await setup({ source_class: ["editorial"], limit: 1 })
    const { citations, citations_total, rows_total } = (await live(team, id, november)).data.widgets[0] ?? {}
    expect(citations).toHaveLength(1)
    expect(citations_total?.sources_n).toBe(rows_total)
    expect(citations_total?.share.denominator).toBe(4)
  })

  it("can list pages, and says what its limit leaves out", async () => {
    const { team, id } = await setup({ entity: "url", limit: 1 })
    const { data, meta } = await live(team, id)
    expect(data.widgets[0]).toMatchObject({
      citations: [{ key: "https://tests.example/a", domain: "tests.example", title: "A test", citations_n: 2 }],
      rows_total: 3,
      truncated: true,
    })
    expect(meta.truncation).toEqual({ reason: "row_limit", limit: 1, omitted: 2, scope: "data.widgets[0].citations" })
  })

  it("shows the same type as the project's sources for a domain with several types", async () => {
    const { team, id, project } = await setup()
    const sources = ["https://blog.mixed.example/", "https://shop.mixed.example/"].map((url) => ({ url }))
    const line = answerLine({ asked_at: "2026-11-12T10:00:00Z", run: 4, sources })
    await importAnswers({
      teamId: team.id,
      file: answerFile([line]),
      project: "Headphones",
      client: "Acme",
      now: now(),
    })
    const [widget] = (await live(team, id)).data.widgets
    const { data } = await run(listCitations, asKey(team), { project_id: project.id } as never)
    const typeIn = (list: { key: string; source_class: string }[] = []) =>
      list.find(({ key }) => key === "mixed.example")?.source_class
    expect(typeIn(data)).toBe("corporate")
    expect(typeIn(widget?.citations)).toBe("corporate")
  })

  it("can be limited to an engine and to types of sources", async () => {
    const { team, id } = await setup({ engine: "nobody" })
    expect((await live(team, id)).data.widgets[0]).toMatchObject({ status: "empty", rows_total: 0 })
    const own = await setup({ source_class: ["own"] })
    expect((await live(own.team, own.id)).data.widgets[0]).toMatchObject({ rows_total: 0 })
  })

  it("finds nothing in the project of another client", async () => {
    const { team, widget } = await setup()
    const { id } = await freshReport(team, await freshClient(team), [widget])
    expect((await live(team, id)).data.widgets[0]).toMatchObject({ status: "empty", citations: [] })
  })
})

describe("a signals widget", () => {
  async function setup(query: Record<string, unknown> = {}) {
    const team = await freshTeam()
    const client = await freshClient(team)
    const { id } = await freshReport(team, client, [{ kind: "signals", query }])
    const record = (more: Parameters<typeof foundNow>[0], of = client) =>
      inTeam(team.id, () =>
        recordFindings(
          { ...checkOf(team, of), key: newId("scan") },
          [foundNow({ dedupe_key: newId("scan"), ...more })],
          now(),
        ),
      )
    const titles = async (range: object = {}) =>
      (await live(team, id, range)).data.widgets[0]?.signals.map(({ title }) => title)
    return { team, client, id, record, titles }
  }

  it("lists the signals about days of the period, most severe first", async () => {
    const { record, titles } = await setup()
    const old = { from: "2026-09-01", to: "2026-09-01" }
    await record({ title: "Info", severity: "info" })
    await record({ title: "Critical", severity: "critical" })
    await record({ title: "Warning" })
    await record({ title: "Long ago", period: old })
    expect(await titles()).toEqual(["Critical", "Warning", "Info"])
    expect(await titles({ from: "2026-09-01", to: "2026-09-02" })).toEqual(["Long ago"])
    expect(await titles({ from: "2026-09-02", to: "2026-09-03" })).toEqual([])
  })

  it("leaves out problems of data sources, dismissed signals and signals of other clients", async () => {
    const { team, record, titles } = await setup()
    await record({ title: "Google Ads is disconnected", category: "data_health" })
    await record({ title: "False alarm" })
    const { id } = await inTeam(team.id, () => prisma.signal.findFirstOrThrow({ where: { title: "False alarm" } }))
    await run(dismissSignals, asPerson(team), { signal_ids: [id] })
    await record({ title: "Of another client" }, await freshClient(team))
    await record({ title: "Shown" })
    expect(await titles()).toEqual(["Shown"])
  })

  it("can be limited to categories, severities and a number", async () => {
    const { team, id, record } = await setup({ category: ["budget"], min_severity: "warning", limit: 1 })
    await record({ category: "budget", severity: "info" })
    await record({ category: "metric" })
    await record({ title: "First", category: "budget", severity: "critical" })
    await record({ title: "Second", category: "budget" })
    const { data, meta } = await live(team, id)
    expect(data.widgets[0]).toMatchObject({ signals: [{ title: "First" }], rows_total: 2, truncated: true })
    expect(meta.truncation).toMatchObject({ omitted: 1, scope: "data.widgets[0].signals" })
  })
})
