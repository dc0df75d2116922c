import { describe, expect, it } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { writeMetrics } from "@/domain/scans/write-metrics"
import { type AnswerFileLine, answerFile, answerLine } from "@/domain/testing/answer-lines"
import { asKey, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { getMetrics } from "./get-metrics"
import { benjaminiHochberg } from "./statistics/change"
import { countedPanel } from "./testing/counted-panel"

type Query = Omit<Parameters<typeof run<typeof getMetrics>>[2], "project_id">

/** Imports `lines` with Bose as the own brand. Returns a function that queries metrics of March 2026. */
async function panel(team: TeamFacts, lines: AnswerFileLine[], own = "Bose") {
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own })
  const found = await inTeam(team.id, () => prisma.aiProject.findFirst({ where: { team_id: team.id } }))
  const project_id = found?.id ?? ""
  return (query: Query = {}) => {
    const march = query.scan_id || query.range || query.from ? {} : { from: "2026-03-01", to: "2026-03-31" }
    return run(getMetrics, asKey(team), { project_id, ...march, ...query })
  }
}

/** `prompts` x `runs` answers on `day`; each names `brands(prompt, run)` in that order. */
const wave = (
  day: string,
  prompts: number,
  runs: number,
  brands: (prompt: number, run: number) => string[],
  more: AnswerFileLine = {},
) =>
  Array.from({ length: prompts * runs }, (_, i) => {
    const prompt = Math.floor(i / runs)
    const run = i % runs
    const named = brands(prompt, run)
    return answerLine({
      prompt: `prompt ${prompt}`,
      run: run + 1,
      asked_at: `${day}T10:00:00Z`,
      response: `${named.join(", ")}.`,
      labelled_brands: named,
      ...more,
    })
  })

const scansOf = (team: TeamFacts) =>
  inTeam(team.id, () => prisma.scan.findMany({ where: { team_id: team.id }, orderBy: { finished_at: "asc" } }))

describe("aiVisibility.getMetrics", () => {
  it("counts every answer once, and returns all counts", async () => {
    const team = await freshTeam()
    const ask = await panel(team, [
      ...wave("2026-03-02", 1, 9, () => ["Bose", "Sony"]),
      ...wave("2026-03-02", 1, 1, () => [], { engine: "gemini" }),
    ])
    const { rows, totals } = (await ask()).data
    expect(rows[0]).toMatchObject({
      brand: { name: "Bose", kind: "own" },
      answers_n: 10,
      cells_n: 2,
      visibility: {
        value: 0.9,
        numerator: 9,
        denominator: 10,
        confidence: "low",
        ci: { method: "wilson", scope: "panel" },
      },
      share_of_voice: { value: 0.5, numerator: 9, denominator: 18, ci: { method: "wilson" } },
      top1_rate: { numerator: 9 },
      average_position: { value: 1, numerator: 9, denominator: 9 },
      prominence: { value: 0.9, numerator: 9 },
      sentiment_score: { value: null, denominator: 0 },
      prompt_coverage: { value: 1, numerator: 1, denominator: 1 },
      change: null,
    })
    expect(rows[1]).toMatchObject({ brand: { name: "Sony" }, top1_rate: { numerator: 0 }, top3_rate: { numerator: 9 } })
    expect(totals).toMatchObject({ scans_n: 1, answers_n: 10, cells_n: 2, prompts_n: 1, mentions_n: 18 })
  })

  it("leaves branded prompts out unless requested", async () => {
    const team = await freshTeam()
    const ask = await panel(team, [answerLine(), answerLine({ prompt: "is Bose good?" })])
    const answers = async (query: Query) => (await ask(query)).data.totals.answers_n
    expect(await answers({})).toBe(1)
    expect(await answers({ prompt_scope: "branded" })).toBe(1)
    expect(await answers({ prompt_scope: "all" })).toBe(2)
    expect((await ask({ is_branded: true })).meta.query).toMatchObject({ prompt_scope: "branded" })
    await expect(ask({ is_branded: true, prompt_scope: "unbranded" })).rejects.toMatchObject({
      code: "parameter_invalid",
    })
  })

  it("selects rows by brand_id without changing any metric", async () => {
    const team = await freshTeam()
    const ask = await panel(
      team,
      wave("2026-03-02", 4, 3, (p) => (p % 2 ? ["Bose", "Sony"] : ["Sony", "JBL"])),
    )
    const all = (await ask()).data.rows
    expect(all.map((r) => r.brand.name)).toEqual(["Sony", "Bose", "JBL"])
    expect(all.reduce((sum, r) => sum + (r.share_of_voice.value ?? 0), 0)).toBeCloseTo(1, 12)
    const jbl = all[2]
    const { data, meta } = await ask({ brand_id: [jbl?.brand.id ?? ""] })
    expect(data.rows).toEqual([jbl])
    expect(meta.truncated).toBe(false)
  })

  it("groups by engine, prompt and time, and returns only the own brand when group_by has no brand", async () => {
    const team = await freshTeam()
    const ask = await panel(team, [
      ...wave("2026-03-02", 2, 2, (p) => (p ? ["Bose"] : ["Sony"])),
      ...wave("2026-03-09", 2, 2, () => ["Bose"], { engine: "gemini" }),
    ])
    const byEngine = (await ask({ group_by: ["engine"] })).data.rows
    expect(byEngine.map((r) => [r.brand.name, r.group, r.visibility.value])).toEqual([
      ["Bose", { engine: "chatgpt" }, 0.5],
      ["Bose", { engine: "gemini" }, 1],
    ])
    const byWeek = (await ask({ group_by: ["brand", "week"] })).data.rows
    expect(byWeek.map((r) => [r.group.week, r.brand.name, r.visibility.numerator])).toEqual([
      ["2026-03-02", "Bose", 2],
      ["2026-03-02", "Sony", 2],
      ["2026-03-09", "Bose", 4],
      ["2026-03-09", "Sony", 0],
    ])
    expect((await ask({ group_by: ["month", "prompt"] })).data.rows.map((r) => r.group.month)).toEqual([
      "2026-03",
      "2026-03",
    ])
    expect((await ask({ group_by: ["topic"] })).data.rows.map((r) => r.group)).toEqual([{ topic_id: null }])
    expect((await ask({ group_by: ["scan", "date"] })).data.rows).toHaveLength(2)
  })

  it("applies filters before summing", async () => {
    const team = await freshTeam()
    const ask = await panel(team, [
      ...wave("2026-03-02", 2, 2, () => ["Bose"], { prompt_type: "search" }),
      ...wave("2026-03-02", 1, 3, () => ["Sony"], { engine: "gemini", prompt: "other" }),
    ])
    const prompts = await inTeam(team.id, () =>
      prisma.aiPrompt.findMany({ where: { team_id: team.id, text: "other" } }),
    )
    const answers = async (query: Query) => (await ask(query)).data.totals.answers_n
    expect(await answers({ engine: ["gemini"] })).toBe(3)
    expect(await answers({ engine: ["gemini", "chatgpt"] })).toBe(7)
    expect(await answers({ tag: ["search"] })).toBe(4)
    expect(await answers({ prompt_id: [prompts[0]?.id ?? ""] })).toBe(3)
    expect(await answers({ region: ["IT"] })).toBe(0)
    expect((await ask({ engine: ["gemini"] })).data.rows.map((r) => [r.brand.name, r.share_of_voice.value])).toEqual([
      ["Sony", 1],
      ["Bose", 0],
    ])
  })

  it("returns no average position below five mentions and rates few answers as insufficient", async () => {
    const team = await freshTeam()
    const ask = await panel(
      team,
      wave("2026-03-02", 1, 5, (_, r) => (r < 4 ? ["Sony", "Bose"] : ["Sony"])),
    )
    const { rows } = (await ask()).data
    expect(rows.map((r) => [r.brand.name, r.average_position.value, r.average_position.numerator])).toEqual([
      ["Sony", 1, 5],
      ["Bose", null, 8],
    ])
    expect(rows[0]?.visibility.confidence).toBe("insufficient")
  })

  it("measures how similar the runs of a cell are, by brands and by cited domains", async () => {
    const team = await freshTeam()
    const sources = [["a", "b"], ["b"], ["b", "c"]].map((names) =>
      names.map((name) => ({ url: `https://${name}.example` })),
    )
    const brands = [["Bose", "Sony"], ["Bose"], []]
    const lines = wave("2026-03-02", 1, 3, (_, r) => brands[r] ?? [])
    const ask = await panel(
      team,
      lines.map((line, r) => ({ ...line, sources: sources[r] ?? [] })),
    )
    const { stability, grounded_rate } = (await ask()).data.totals
    expect(stability.brands).toBeCloseTo((1 / 2 + 0 + 0) / 3, 10)
    expect(stability.domains).toBeCloseTo((1 / 2 + 1 / 2 + 1 / 3) / 3, 10)
    expect(grounded_rate).toMatchObject({ value: 1, numerator: 3, denominator: 3, ci: null, no_interval: "in_rows" })
    const alone = await panel(await freshTeam(), [answerLine()])
    expect((await alone()).data.totals.stability).toMatchObject({ brands: null, domains: null })
  })

  it("counts citations of a brand's pages by answer and by citation", async () => {
    const team = await freshTeam()
    const bose = ["https://bose.com/a", "https://www.bose.com/b?utm_source=x"].map((url) => ({ url }))
    const ask = await panel(team, [
      answerLine({ sources: [...bose, { url: "https://x.example" }, { url: "https://x.example/2" }] }),
      answerLine({ run: 2, sources: [{ url: "https://x.example" }] }),
      answerLine({ run: 3 }),
    ])
    const [own] = (await ask({ group_by: [] })).data.rows
    expect(own).toMatchObject({
      brand: { name: "Bose" },
      citation_rate: { numerator: 1, denominator: 3 },
      citation_rate_grounded: { value: 0.5, numerator: 1, denominator: 2 },
      citation_share: { value: 0.4, numerator: 2, denominator: 5 },
      grounded_rate: { numerator: 2, denominator: 3 },
    })
  })

  it("reports how many rows a limit leaves out", async () => {
    const team = await freshTeam()
    const ask = await panel(
      team,
      wave("2026-03-02", 1, 2, () => ["Bose", "Sony", "JBL"]),
    )
    const { data, meta } = await ask({ limit: 2 })
    expect(data).toMatchObject({ rows_total: 3, rows_returned: 2 })
    expect(meta).toMatchObject({
      truncated: true,
      truncation: { reason: "row_limit", limit: 2, omitted: 1, scope: "data.rows" },
    })
    expect((await ask({ limit: 3 })).meta.truncated).toBe(false)
  })
})

describe("periods and scans", () => {
  it("assigns a scan to the day on which it finished, in the client's time zone", async () => {
    const team = await freshTeam({ timezone: "Asia/Tokyo" })
    const ask = await panel(
      team,
      wave("2026-03-31", 1, 2, () => ["Bose"], { asked_at: "2026-03-31T20:00:00Z" }),
    )
    expect((await ask()).data.totals.scans_n).toBe(0)
    const { data, meta } = await ask({ from: "2026-04-01", to: "2026-04-01" })
    expect(data.totals.scans_n).toBe(1)
    expect(meta.period).toMatchObject({ from: "2026-04-01", to: "2026-04-01", timezone: "Asia/Tokyo", days: 1 })
    expect((await ask({ timezone: "UTC" })).data.totals.scans_n).toBe(1)
  })

  it("names the latest scan when the period has none", async () => {
    const team = await freshTeam()
    const ask = await panel(team, [answerLine()])
    const { data, meta } = await ask({ range: "last_7_days" })
    expect(data).toMatchObject({ rows: [], rows_total: 0, totals: { answers_n: 0, grounded_rate: { value: null } } })
    expect(meta.warnings).toMatchObject([{ code: "no_scans", message: expect.stringContaining("2026-03-02") }])
    expect(meta.query).toMatchObject({ range: "last_7_days", prompt_scope: "unbranded", group_by: ["brand"] })
  })

  it("names the latest scan by its day in the time zone of the period", async () => {
    const team = await freshTeam({ timezone: "America/Los_Angeles" })
    const ask = await panel(team, [answerLine({ asked_at: "2026-03-02T05:00:00Z" })])
    const { meta } = await ask({ range: "last_7_days" })
    expect(meta.warnings?.[0]?.message).toContain("2026-03-01")
    const scansOn = async (day: string) => (await ask({ from: day, to: day })).data.totals.scans_n
    expect([await scansOn("2026-03-01"), await scansOn("2026-03-02")]).toEqual([1, 0])
  })

  it("counts failed scans only when requested by id", async () => {
    const team = await freshTeam()
    const ask = await panel(team, [answerLine(), answerLine({ asked_at: "2026-03-09T10:00:00Z" })])
    const [, second] = await scansOf(team)
    await inTeam(team.id, () => prisma.scan.updateMany({ where: { id: second?.id ?? "" }, data: { status: "failed" } }))
    expect((await ask()).data.totals.scans_n).toBe(1)
    expect((await ask({ scan_id: second?.id })).data.totals).toMatchObject({ scans_n: 1, answers_n: 1 })
  })

  it("rejects contradicting parameters and the scans and projects of other teams", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    const ask = await panel(team, [answerLine()])
    const [scan] = await scansOf(team)
    const refused = async (query: Query, parameter: string) =>
      await expect(ask(query)).rejects.toMatchObject({ code: "parameter_invalid", errors: [{ parameter }] })
    await refused({ scan_id: scan?.id, range: "last_7_days" }, "range")
    await refused({ scan_id: scan?.id, compare: "previous_year" }, "compare")
    await refused({ group_by: ["month"], compare: "previous_period" }, "compare")
    await refused({ group_by: ["week"], compare_scan_id: scan?.id }, "compare_scan_id")
    await refused({ scan_id: scan?.id, compare_scan_id: scan?.id }, "compare_scan_id")
    await refused({ group_by: ["brand", "brand"] }, "group_by")
    const project_id = scan?.project_id ?? ""
    await expect(run(getMetrics, asKey(other), { project_id })).rejects.toMatchObject({ code: "resource_not_found" })
    const askOther = await panel(other, [answerLine()])
    const [prompt, brand] = await inTeam(team.id, async () => [
      await prisma.aiPrompt.findFirst({ where: { team_id: team.id } }),
      await prisma.aiBrand.findFirst({ where: { team_id: team.id } }),
    ])
    const ofOthers: Query[] = [
      { scan_id: scan?.id },
      { compare_scan_id: scan?.id },
      { prompt_id: [prompt?.id ?? ""] },
      { brand_id: [brand?.id ?? ""] },
      { topic_id: ["top_01JD3Y8F5V6Q2K9M4N7P0R1S2T"] },
    ]
    for (const query of ofOthers) await expect(askOther(query)).rejects.toMatchObject({ code: "resource_not_found" })
  })
})

describe("changes and intervals", () => {
  const before = wave("2026-03-02", 12, 3, (p) => (p < 3 ? ["Bose", "Sony"] : ["Sony"]))
  const after = wave("2026-03-09", 12, 3, () => ["Bose", "Sony"])

  it("reports a change when the paired test is significant, and none when nothing changed", async () => {
    const team = await freshTeam()
    const ask = await panel(team, [...before, ...after])
    const { data, meta } = await ask({ from: "2026-03-08", to: "2026-03-14", compare: "previous_period" })
    const shown = data.rows.map((r) => [
      r.brand.name,
      r.change?.verdict,
      r.change?.method,
      r.change?.cells_compared,
      r.change?.delta_abs,
    ])
    expect(shown).toEqual([
      ["Bose", "up", "paired_t", 12, 0.75],
      ["Sony", "no_clear_change", "paired_t", 12, 0],
    ])
    expect(data.rows[0]?.change?.previous).toMatchObject({ visibility: { value: 0.25, numerator: 9, denominator: 36 } })
    expect(data.rows[0]?.change?.p_adjusted).toBeCloseTo(0.0001294017, 9) // your brand is a family of its own
    expect(meta.comparison).toMatchObject({ mode: "previous_period", from: "2026-03-01", to: "2026-03-07" })
  })

  it("gives a verdict on every headline metric, and `insufficient` where a metric has no value", async () => {
    const team = await freshTeam()
    const ask = await panel(team, [...before, ...after])
    const { data } = await ask({ from: "2026-03-08", to: "2026-03-14", compare: "previous_period" })
    const [bose, sony] = data.rows.map(({ change }) => change?.metrics)
    expect(bose?.share_of_voice).toMatchObject({ verdict: "up", delta: 0.3 })
    expect(sony?.share_of_voice).toMatchObject({ verdict: "down", delta: -0.3 })
    const [own, other] = [bose, sony].map((metrics) => metrics?.share_of_voice)
    expect(own?.p_adjusted).toBe(own?.p_value)
    expect(other?.p_adjusted).toBe(other?.p_value) // the only test of the other brands
    const untested = { verdict: "insufficient", delta_compared: null, p_value: null, p_adjusted: null }
    expect(bose?.sentiment_score).toEqual({ ...untested, delta: null })
    expect(bose?.citation_rate).toEqual({ ...untested, delta: 0 })
  })

  const rivals = ["Sony", "JBL", "Anker"]

  /** Bose rises from 3 of 12 prompts to all, while three rivals lose mentions. */
  async function panelWithRivals() {
    const team = await freshTeam()
    return panel(team, [
      ...wave("2026-03-02", 12, 3, (p) => (p < 3 ? ["Bose", ...rivals] : rivals)),
      ...wave("2026-03-09", 12, 3, (p, r) => ["Bose", ...rivals.slice(0, (p + r) % 4)]),
    ])
  }

  it("gives the same verdicts for every interval scope, selection of brands and number of rows", async () => {
    const ask = await panelWithRivals()
    const week = { from: "2026-03-08", to: "2026-03-14", compare: "previous_period" as const }
    const changes = async (query: Query) =>
      new Map((await ask({ ...week, ...query })).data.rows.map(({ brand, change }) => [brand.name, change?.metrics]))
    const all = await changes({})
    expect(all.get("Bose")?.share_of_voice.verdict).toBe("up")
    expect(await changes({ ci_scope: "population" })).toEqual(all)
    const jbl = (await ask()).data.rows.find(({ brand }) => brand.name === "JBL")?.brand.id ?? ""
    expect(await changes({ brand_id: [jbl] })).toEqual(new Map([["JBL", all.get("JBL")]]))
    expect([...(await changes({ limit: 1 }))]).toEqual([["Bose", all.get("Bose")]])
  })

  it("adjusts all metrics of the other brands together, by Benjamini-Hochberg", async () => {
    const ask = await panelWithRivals()
    const { data } = await ask({ from: "2026-03-08", to: "2026-03-14", compare: "previous_period" })
    const tests = (isOwn: boolean) =>
      data.rows
        .filter(({ brand }) => (brand.kind === "own") === isOwn)
        .flatMap(({ change }) => Object.values(change?.metrics ?? {}))
        .filter(({ p_value }) => p_value !== null)
    const others = tests(false)
    const expected = benjaminiHochberg(others.map(({ p_value }) => p_value as number))
    expect(others.length).toBeGreaterThan(rivals.length)
    for (const [i, { p_adjusted }] of others.entries()) expect(p_adjusted).toBeCloseTo(expected[i] as number, 9)
    for (const { p_value, p_adjusted } of tests(true)) expect(p_adjusted).toBe(p_value)
  })

  it("adjusts each metric of your brand over the groups, as for visibility", async () => {
    const team = await freshTeam()
    const steady = (day: string) => wave(day, 12, 3, () => ["Bose", "Sony"], { engine: "gemini" })
    const ask = await panel(team, [...before, ...after, ...steady("2026-03-02"), ...steady("2026-03-09")])
    const week = { from: "2026-03-08", to: "2026-03-14", compare: "previous_period" as const }
    const { data } = await ask({ ...week, group_by: ["engine"] })
    const voices = data.rows.map(({ change }) => change?.metrics.share_of_voice)
    expect(voices.map((voice) => voice?.verdict)).toEqual(["up", "no_clear_change"])
    const expected = benjaminiHochberg(voices.map((voice) => voice?.p_value ?? 1))
    for (const [i, voice] of voices.entries()) expect(voice?.p_adjusted).toBeCloseTo(expected[i] as number, 9)
  })

  it("gives each engine of a scan its own visibility and change", async () => {
    const team = await freshTeam()
    const scan = (date: string, chatgpt: number[], gemini: number[]) => ({
      date,
      prompts: Object.fromEntries(chatgpt.map((count, i) => [`prompt ${i}`, { Bose: [count, gemini[i] ?? 0] }])),
    })
    const { project_id, scans } = await countedPanel(
      team,
      [
        scan("2026-03-02", [5, 5, 5, 5, 5, 5], [1, 5, 2, 4, 3, 3]),
        scan("2026-03-09", [2, 2, 2, 2, 2, 2], [5, 1, 4, 2, 3, 3]),
      ],
      { runs: 6, engines: 2 },
    )
    const query = { project_id, scan_id: scans[1], compare: "previous_period" as const, group_by: ["engine" as const] }
    const { rows } = (await run(getMetrics, asKey(team), query)).data
    expect(
      rows.map(({ group, visibility, change }) => [
        group.engine,
        [visibility.numerator, visibility.denominator],
        [change?.previous?.visibility.numerator, change?.previous?.visibility.denominator],
        change?.verdict,
        change?.method,
        change?.delta_abs,
        change?.cells_compared,
      ]),
    ).toEqual([
      ["panel_a", [12, 36], [30, 36], "down", "pooled_t", -0.5, 6],
      ["panel_b", [18, 36], [18, 36], "no_clear_change", "pooled_t", 0, 6],
    ])
    // The binomial variance is 0.5303 for the first engine (six cells with 7 of 12 mentions) and 0.5455 for the second
    // (6 of 12). Within the engines, the squared differences sum to 0 + 10/9. The expected sum is
    // (0.5303 + 0.5455) * 5/6, so the dispersion is 1.2394. With 5 + 5 degrees of freedom,
    // t = 3 / sqrt(0.5303 * 1.2394) = 3.700.
    expect(rows.map(({ change }) => change?.p_value)).toEqual([expect.closeTo(0.00410588149, 9), 1])
    expect(rows[0]?.change?.p_adjusted).toBeCloseTo(2 * 0.00410588149, 9)
  })

  it("gives a p-value of exactly 1 if the rises and falls of the cells cancel out", async () => {
    const team = await freshTeam()
    const scan = (date: string, gemini: number[]) => ({
      date,
      prompts: Object.fromEntries(gemini.map((count, i) => [`prompt ${i}`, { Bose: [5, count] }])),
    })
    // As floating-point numbers, 0.1 + 0.2 - 0.3 is not 0.
    const { project_id, scans } = await countedPanel(
      team,
      [scan("2026-03-02", [5, 5, 5, 5, 5, 5]), scan("2026-03-09", [6, 7, 2, 6, 7, 2])],
      { runs: 10, engines: 2 },
    )
    const query = { project_id, scan_id: scans[1], compare: "previous_period" as const, group_by: ["engine" as const] }
    const { rows } = (await run(getMetrics, asKey(team), query)).data
    expect(rows.map(({ change }) => [change?.method, change?.p_value])).toEqual([
      ["pooled_t", 1],
      ["pooled_t", 1],
    ])
  })

  it("compares only the prompts of both scans, so after prompts were removed, the verdict can contradict the values", async () => {
    const team = await freshTeam()
    const scan = (date: string, counts: number[]) => ({
      date,
      prompts: Object.fromEntries(counts.map((Bose, i) => [`prompt ${i}`, { Bose }])),
    })
    // 25 of 50 answers mention Bose, and then 18 of 25. Each prompt that stayed lost mentions.
    const panel = [scan("2026-03-02", [5, 5, 5, 5, 5, 0, 0, 0, 0, 0]), scan("2026-03-09", [4, 3, 4, 3, 4])]
    const { project_id, scans } = await countedPanel(team, panel, { runs: 5 })
    const query = { project_id, scan_id: scans[1], compare: "previous_period" as const }
    const [own] = (await run(getMetrics, asKey(team), query)).data.rows
    expect(own).toMatchObject({
      visibility: { value: 0.72 },
      change: { verdict: "down", cells_compared: 5, delta_abs: 0.22, delta_compared: -0.28 },
    })
    // Differences of -0.2 and -0.4: variance 0.012, t = 0.28 / sqrt(0.012 / 5) = 5.715 with 4 degrees of freedom.
    expect(own?.change?.p_value).toBeCloseTo(0.0046358394, 8)
    // R: qt(0.975, 4) = 2.776445, so the margin is 2.776445 * sqrt(0.012 / 5).
    const margin = 2.776445105 * Math.sqrt(0.012 / 5)
    expect(own?.change?.delta_ci).toEqual({
      low: expect.closeTo(-0.28 - margin, 8),
      high: expect.closeTo(-0.28 + margin, 8),
      level: 0.95,
    })
    const one = await countedPanel(team, [panel[0] as never, scan("2026-03-09", [4, 3, 4, 3])], { runs: 5 })
    const [tooFew] = (
      await run(getMetrics, asKey(team), { ...query, project_id: one.project_id, scan_id: one.scans[1] })
    ).data.rows
    expect(tooFew?.change).toMatchObject({ verdict: "not_comparable", cells_compared: 4, p_value: null })
  })

  it("compares each week with the week at the same place in the earlier period", async () => {
    const team = await freshTeam()
    const earlier = [...before, ...wave("2026-03-09", 12, 3, () => ["Sony"])]
    const later = ["2026-03-16", "2026-03-23"].flatMap((day) => wave(day, 12, 3, () => ["Bose", "Sony"]))
    const ask = await panel(team, [...earlier, ...later])
    const { data } = await ask({
      from: "2026-03-16",
      to: "2026-03-29",
      compare: "previous_period",
      group_by: ["week", "brand"],
    })
    const bose = data.rows.filter(({ brand }) => brand.name === "Bose")
    expect(bose.map(({ group, change }) => [group.week, change?.verdict, change?.delta_abs])).toEqual([
      ["2026-03-16", "up", 0.75],
      ["2026-03-23", "up", 1],
    ])
  })

  it("compares a scan with the previous one, and a scan or period with the scan of compare_scan_id", async () => {
    const team = await freshTeam()
    const ask = await panel(team, [...before, ...after])
    const [first, second] = await scansOf(team)
    const { data, meta } = await ask({ scan_id: second?.id, compare: "previous_period", group_by: ["brand", "engine"] })
    expect(data.rows.map((r) => r.change?.verdict)).toEqual(["up", "no_clear_change"])
    expect(meta.comparison).toMatchObject({ mode: "previous_scan", from: "2026-03-02" })
    const named = await ask({ scan_id: first?.id, compare_scan_id: second?.id })
    expect(named.data.rows.map((r) => [r.change?.verdict, r.change?.delta_compared])).toEqual([
      ["no_clear_change", 0],
      ["down", -0.75],
    ])
    expect(named.meta).toMatchObject({ comparison: { mode: "scan" }, query: { compare_scan_id: second?.id } })
    const period = await ask({ from: "2026-03-08", to: "2026-03-14", compare_scan_id: first?.id })
    expect(period.data.rows.map((r) => r.change?.verdict)).toEqual(["up", "no_clear_change"])
    expect(period.meta).toMatchObject({ comparison: { mode: "scan", from: "2026-03-02" }, period: { days: 7 } })
    const firstOne = await ask({ scan_id: first?.id, compare: "previous_period" })
    expect(firstOne.data.rows.map((r) => r.change?.verdict)).toEqual(["not_comparable", "not_comparable"])
    expect(firstOne.meta.comparison).toBeNull()
  })

  it("does not compare scans with different panels or engine configurations", async () => {
    const team = await freshTeam()
    const other = wave("2026-03-09", 12, 3, () => ["Bose", "Sony"]).map((line, i) => ({
      ...line,
      prompt: `new prompt ${i % 12}`,
    }))
    const ask = await panel(team, [...before, ...after])
    await panel(team, other)
    const [first] = await scansOf(team)
    const week = { from: "2026-03-08", to: "2026-03-14", compare: "previous_period" as const }
    expect((await ask(week)).data.rows.map((r) => r.change?.verdict)).toEqual(["up", "no_clear_change"]) // half of the cells are common
    const { id: scan_id, project_id } = first as NonNullable<typeof first>
    await inTeam(team.id, async () => {
      await prisma.answer.updateMany({ where: { scan_id }, data: { engine_config_hash: "old" } })
      await prisma.$transaction((tx) => writeMetrics(tx, { team_id: team.id, project_id, scan_id }))
    })
    expect((await ask(week)).data.rows.map((r) => r.change?.verdict)).toEqual(["not_comparable", "not_comparable"])
  })

  it("returns the same intervals on every request, and they contain the value", async () => {
    const team = await freshTeam()
    const ask = await panel(
      team,
      wave("2026-03-02", 10, 3, (p, r) => ((p * r) % 4 ? ["Bose", "Sony"] : ["Sony"])),
    )
    const { rows } = (await ask()).data
    expect((await ask()).data.rows).toEqual(rows)
    const bose = rows.find((r) => r.brand.name === "Bose")
    for (const name of ["share_of_voice", "prominence"] as const) {
      const { value, ci } = bose?.[name] ?? { value: null, ci: null }
      expect(ci).toMatchObject({ method: "within_cells", level: 0.95, scope: "panel" })
      expect((ci?.low ?? 1) <= (value ?? 0) && (value ?? 0) <= (ci?.high ?? 0)).toBe(true)
    }
    expect(bose?.citation_share.ci).toBeNull()
  })
})
