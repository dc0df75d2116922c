import { describe, expect, it } from "vitest"
import { createBrand } from "@/domain/ai-projects/brands/create-brand"
import { createProject } from "@/domain/ai-projects/create-project"
import { createPrompts } from "@/domain/ai-projects/prompts/create-prompts"
import { maxAnswerCharacters, maxUrlCharacters } from "@/domain/answers/answer-limits"
import { updateClient } from "@/domain/clients/update"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { collectionsOf } from "@/domain/testing/answer-collections"
import { type AnswerFileLine, answerFile, answerLine } from "@/domain/testing/answer-lines"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { getMetrics } from "@/domain/visibility/get-metrics"
import { wilson } from "@/domain/visibility/statistics/precision"
import { inTeam, prisma, rows, sql } from "@/prisma/client"
import { findOrCreateClient } from "./find-or-create-client"
import { importAnswers } from "./import-answers"

const importLines = (team: TeamFacts, lines: (AnswerFileLine | string)[], more: object = {}) =>
  importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", ...more })

const brandsOf = (team: TeamFacts) =>
  inTeam(team.id, () => prisma.aiBrand.findMany({ where: { team_id: team.id }, orderBy: { name: "asc" } }))
const mentionsOf = (team: TeamFacts) =>
  inTeam(team.id, () =>
    rows<{ name: string; rank: number; matched_alias: string; first_offset: number }>(
      sql`select b.name, m.rank, m.matched_alias, m.first_offset from mention m join ai_brand b on b.id = m.brand_id join answer a on a.id = m.answer_id
        where m.team_id = ${team.id} order by a.run_index, m.rank`,
    ),
  )

describe("importAnswers", () => {
  it("creates one project per prompt set, named after the set unless it is the only one", async () => {
    const team = await freshTeam()
    const names = () =>
      inTeam(team.id, async () => (await prisma.aiProject.findMany({ where: { team_id: team.id } })).map((p) => p.name))
    await importLines(team, [answerLine()])
    expect(await names()).toEqual(["Panel"])
    await importLines(team, [answerLine(), answerLine({ prompt_set: "earbuds" })], { project: "Two" })
    expect((await names()).sort()).toEqual(["Panel", "Two / earbuds", "Two / headphones"])
  })

  it("adds projects to the named client, and creates the client if it does not exist", async () => {
    const team = await freshTeam()
    for (const client of ["Acme Audio", "acme audio", "acme-audio"])
      await importLines(team, [answerLine()], { client, project: client })
    const clients = await inTeam(team.id, () =>
      prisma.client.findMany({ where: { team_id: team.id }, include: { ai_projects: true } }),
    )
    expect(clients.map((c) => [c.name, c.slug, c.ai_projects.length])).toEqual([["Acme Audio", "acme-audio", 3]])
  })

  it("changes nothing when the same file is imported again", async () => {
    const team = await freshTeam()
    const lines = [answerLine(), answerLine({ run: 2, response: "Bose.", labelled_brands: ["Bose"] })]
    expect(await importLines(team, lines)).toMatchObject({
      answers_read: 2,
      answers_added: 2,
      answers_unchanged: 0,
      mentions: 3,
    })
    const state = () =>
      inTeam(team.id, () =>
        Promise.all([
          prisma.visibilityCell.findMany(),
          prisma.visibilityScanBrand.findMany(),
          prisma.aiSource.findMany(),
        ]),
      )
    const before = await state()
    expect(await importLines(team, lines)).toMatchObject({
      answers_added: 0,
      answers_unchanged: 2,
      mentions: 0,
      errors: [],
    })
    expect(await state()).toEqual(before)
  })

  it("uses the prompts of a project in another language", async () => {
    const team = await freshTeam()
    const ada = asPerson(team)
    await importLines(team, [answerLine({ prompt_set: "other" })], { client: "Acme" })
    const { id: client_id } = await inTeam(team.id, () =>
      prisma.client.findFirstOrThrow({ where: { team_id: team.id } }),
    )
    const own_brand = { name: "Sony" }
    const { data } = await run(createProject, ada, { client_id, name: "Kopfhörer", language: "de", own_brand })
    await run(createPrompts, ada, { project_id: data.id, prompts: [{ text: "beste Kopfhörer" }] })
    const lines = [answerLine({ prompt: "beste Kopfhörer" }), answerLine({ prompt: "leise Kopfhörer" })]
    await importLines(team, lines, { client: "Acme", project: "Kopfhörer" })
    const prompts = await inTeam(team.id, () =>
      prisma.aiPrompt.findMany({ where: { team_id: team.id, project_id: data.id }, orderBy: { text: "asc" } }),
    )
    expect(prompts.map(({ text, language }) => [text, language])).toEqual([
      ["beste Kopfhörer", "de"],
      ["leise Kopfhörer", "de"],
    ])
    // An earlier version imported all prompts in English. The same file still changes nothing.
    await inTeam(team.id, () =>
      prisma.aiPrompt.updateMany({ where: { team_id: team.id, text: "leise Kopfhörer" }, data: { language: "en" } }),
    )
    await importLines(team, lines, { client: "Acme", project: "Kopfhörer" })
    const counts = await inTeam(team.id, () =>
      Promise.all([
        prisma.aiPrompt.count({ where: { team_id: team.id, project_id: data.id } }),
        prisma.answer.count({ where: { team_id: team.id, project_id: data.id } }),
      ]),
    )
    expect(counts).toEqual([2, 2])
  })

  it("distinguishes engines whose names have other than Latin letters", async () => {
    const team = await freshTeam()
    const names = ["豆包", "文心一言", "豆包 AI", "腾讯 AI", "AI", "Édith AI", "🤖", "👾"]
    await importLines(
      team,
      [...names, " 豆包"].map((engine, i) => answerLine({ engine, run: i + 1 })),
    )
    const answers = await inTeam(team.id, () =>
      prisma.answer.findMany({ where: { team_id: team.id }, orderBy: { run_index: "asc" } }),
    )
    const ids = answers.map(({ engine_id }) => engine_id)
    expect(new Set(ids).size).toBe(names.length)
    expect(ids[8]).toBe(ids[0])
    expect(ids[0]).toMatch(/^engine_[0-9a-f]{8}$/)
    expect(ids[2]).toMatch(/^ai_[0-9a-f]{8}$/)
    expect(ids.slice(4, 6)).toEqual(["ai", "edith_ai"])
  })

  it("adds the new answers of a longer file to the same scan, and starts a new scan after a pause", async () => {
    const team = await freshTeam()
    const first = answerLine()
    const second = answerLine({ run: 2, asked_at: "2026-03-02T22:00:00Z" })
    const nextDay = answerLine({ asked_at: "2026-03-03T20:00:00Z" })
    await importLines(team, [first])
    expect(await importLines(team, [first, second, nextDay])).toMatchObject({ answers_added: 2, answers_unchanged: 1 })
    const scans = await inTeam(team.id, () =>
      prisma.scan.findMany({ where: { team_id: team.id }, orderBy: { id: "asc" } }),
    )
    expect(scans).toMatchObject([
      {
        trigger: "import",
        status: "completed",
        tasks_total: 2,
        answers_valid: 2,
        finished_at: new Date("2026-03-02T22:00:00Z"),
      },
      {
        trigger: "import",
        status: "completed",
        tasks_total: 1,
        answers_valid: 1,
        started_at: new Date("2026-03-03T20:00:00Z"),
      },
    ])
  })

  it("skips invalid lines, reports their numbers, and imports all others", async () => {
    const team = await freshTeam()
    const { prompt, ...withoutPrompt } = answerLine({ run: 5 })
    const imported = await importLines(team, [
      "\uFEFF{not json",
      answerLine(),
      "",
      withoutPrompt,
      answerLine({ run: 2, asked_at: "yesterday" }),
      answerLine({ response: "Another text for the same run." }),
      answerLine({ run: 3, response: "Lone \ud800 half, and \u0000 nothing: Sony." }),
      '{"prompt":"x","engine":"y","asked_at":"2026-03-02T10:00:00Z","response":"  "}',
      "[]",
    ])
    expect(imported).toMatchObject({ answers_read: 3, answers_added: 2 })
    expect(imported.errors).toEqual([
      { line: 1, detail: "The line is not valid JSON." },
      { line: 4, detail: expect.stringContaining("prompt: ") },
      { line: 5, detail: expect.stringContaining("asked_at: ") },
      { line: 6, detail: expect.stringContaining("already has a different answer") },
      { line: 8, detail: expect.stringContaining("response: ") },
      { line: 9, detail: expect.stringContaining("the line: ") },
    ])
  })

  it("skips and reports lines whose answers or addresses are too long", async () => {
    const team = await freshTeam()
    const address = `https://a.example/${"b".repeat(maxUrlCharacters)}`
    const imported = await importLines(team, [
      answerLine({ response: "a".repeat(maxAnswerCharacters) }),
      answerLine({ run: 2, response: "a".repeat(maxAnswerCharacters + 1) }),
      answerLine({ run: 3, sources: [{ url: address }] }),
    ])
    expect(imported).toMatchObject({ answers_read: 1, answers_added: 1 })
    expect(imported.errors).toEqual([
      { line: 2, detail: expect.stringMatching(/^response: .*100000/) },
      { line: 3, detail: expect.stringMatching(/^sources\.0\.url: .*8192/) },
    ])
  })

  it("merges all spellings into one brand, and makes the most labelled brand yours", async () => {
    const team = await freshTeam()
    await importLines(team, [
      answerLine({ response: "De’Longhi, eero.", labelled_brands: ["De’Longhi", "eero"] }),
      answerLine({ run: 2, response: "DeLonghi.", labelled_brands: ["DeLonghi"] }),
      answerLine({ run: 3, response: "De'Longhi and Eero.", labelled_brands: ["De'Longhi", "Eero", "Netflix, Inc."] }),
    ])
    expect(await brandsOf(team)).toMatchObject([
      { name: "De'Longhi", kind: "own", aliases: ["DeLonghi"] },
      { name: "Eero", kind: "competitor", aliases: [] },
      { name: "Netflix, Inc.", kind: "competitor", aliases: ["Netflix"] },
    ])
  })

  it("makes the requested brand yours, and leaves prompts that name it out of default metrics", async () => {
    const team = await freshTeam()
    await importLines(team, [answerLine(), answerLine({ prompt: "is Bose good?" })], { own: "Bose" })
    const prompts = await inTeam(team.id, () => prisma.aiPrompt.findMany({ where: { team_id: team.id } }))
    expect(prompts.map((p) => [p.text, p.is_branded]).sort()).toEqual([
      ["best headphones", false],
      ["is Bose good?", true],
    ])
  })

  it("makes a stored competitor yours when it is requested and the project has no brand of yours", async () => {
    const team = await freshTeam()
    const { labelled_brands, ...unlabelled } = answerLine({ prompt: "is Bose good?" })
    await importLines(team, [unlabelled])
    const { id: project_id } = await inTeam(team.id, () =>
      prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }),
    )
    await run(createBrand, asPerson(team), { project_id, name: "Bose", kind: "competitor" })
    await importLines(team, [answerLine({ run: 2 })], { own: "bose" })
    expect((await brandsOf(team)).map(({ name, kind }) => [name, kind])).toEqual([
      ["Bose", "own"],
      ["Sony", "competitor"],
    ])
    const prompts = await inTeam(team.id, () =>
      prisma.aiPrompt.findMany({ where: { team_id: team.id }, orderBy: { text: "asc" } }),
    )
    expect(prompts.map(({ text, is_branded }) => [text, is_branded])).toEqual([
      ["best headphones", false],
      ["is Bose good?", true],
    ])
  })

  it("assigns cited domains that contain a brand's name to the brand", async () => {
    const team = await freshTeam()
    const sources = ["https://www.sony.co.uk/x", "https://bose.com", "https://sony.github.io", "https://notbose.com"]
    await importLines(team, [answerLine({ sources: sources.map((url) => ({ url })) })])
    expect((await brandsOf(team)).map((b) => [b.name, b.domains])).toEqual([
      ["Bose", ["bose.com"]],
      ["Sony", ["sony.co.uk"]],
    ])
    const classes = await inTeam(team.id, () =>
      prisma.citation.groupBy({ by: ["source_class"], _count: true, orderBy: { source_class: "asc" } }),
    )
    expect(classes.map((c) => [c.source_class, c._count])).toEqual([
      ["competitor", 1],
      ["other", 2],
      ["own", 1],
    ])
  })

  it("uses a person's labels where they exist, ranked in the order of the text", async () => {
    const team = await freshTeam()
    await importLines(team, [
      answerLine({
        response: "WifiAmazon eero, Sony in passing, WH-1000 by Bose",
        labelled_brands: ["Bose", "Amazon", "Acme"],
        labelled_products: [{ brand: "Acme", name: "WH-1000" }],
      }),
    ])
    expect(await mentionsOf(team)).toMatchObject([
      { name: "Amazon", rank: 1, first_offset: 4 },
      { name: "Acme", rank: 2, matched_alias: "WH-1000" },
      { name: "Bose", rank: 3 },
    ])
  })

  it("finds the project's brands in the text of answers without labels", async () => {
    const team = await freshTeam()
    const { labelled_brands, ...unlabelled } = answerLine({ run: 2, response: "Bose beats Sony's." })
    await importLines(team, [answerLine(), unlabelled])
    expect((await mentionsOf(team)).slice(2)).toMatchObject([
      { name: "Bose", rank: 1 },
      { name: "Sony", rank: 2 },
    ])
  })

  it("counts a page once per answer, and lists every source", async () => {
    const team = await freshTeam()
    const page = { url: "https://www.rtings.com/a/?utm_source=x", title: "A" }
    const same = { url: "https://rtings.com/a#:~:text=b" }
    const own = { url: "https://chatgpt.com/?hints=search&q=x" }
    const other = { url: "https://rtings.com/b" }
    await importLines(team, [
      answerLine({ sources: [page, same, own, other] }),
      answerLine({ run: 2, sources: [same] }),
    ])
    const sources = await inTeam(team.id, () =>
      prisma.aiSource.findMany({ orderBy: [{ listing: "asc" }, { key: "asc" }] }),
    )
    expect(sources.map((s) => [s.listing, s.key, s.citations_n, s.answers_n, s.title])).toEqual([
      ["cited_domain", "rtings.com", 3, 2, null],
      ["cited_url", "https://rtings.com/a", 2, 2, "A"],
      ["cited_url", "https://rtings.com/b", 1, 1, null],
    ])
  })

  it("leaves nothing behind when it fails midway", async () => {
    const team = await freshTeam()
    let calls = 0
    const onProgress = () => {
      if (++calls === 2) throw new Error("pulled the plug") // the first pass is complete and answers have been written
    }
    const failing = importLines(team, [answerLine()], { onProgress })
    await expect(failing).rejects.toThrow("pulled the plug")
    expect(await inTeam(team.id, () => prisma.client.count())).toBe(0)
    expect(await inTeam(team.id, () => prisma.answer.count())).toBe(0)
  })

  it("refuses a project with a scan in progress, which could not record its answers", async () => {
    const team = await freshTeam()
    await importLines(team, [answerLine()])
    await inTeam(team.id, () => prisma.scan.updateMany({ data: { status: "running" } }))
    await expect(importLines(team, [answerLine({ run: 2 })])).rejects.toMatchObject({ code: "state_conflict" })
  })

  it("lets users change its client before it ends", async () => {
    const team = await freshTeam()
    await importLines(team, [answerLine()])
    const { id: client_id } = await inTeam(team.id, () => prisma.client.findFirstOrThrow())
    await inTeam(team.id, () =>
      prisma.$transaction(async (importing) => {
        await findOrCreateClient(importing, team.id, client_id, new Date())
        await run(updateClient, asPerson(team), { client_id, name: "Renamed" })
      }),
    )
  })

  it("reports progress up to the size of the file", async () => {
    const team = await freshTeam()
    const seen: number[] = []
    const lines = [answerLine(), answerLine({ run: 2 })]
    await importLines(team, lines, { onProgress: (done: number) => seen.push(done) })
    expect(seen.at(-1)).toBe(lines.map((l) => JSON.stringify(l).length + 1).reduce((a, b) => a + b))
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  })
})

/**
 * What a collection contains, and the metrics of one prompt set of 24 answers: visibility with Wilson's interval, share
 * of voice and average position, computed without our code.
 */
const collections = collectionsOf({
  made: {
    counts: { projects: 12, prompts: 48, answers_read: 288, answers_added: 288, errors: [] },
    period: { from: "2026-03-01", to: "2026-03-03" },
    set: "travel-kettles",
    mentions_n: 59,
    visibility: [
      ["Norvik", "22/24", "0.917", "0.742", "0.977"],
      ["Halden & Sons", "17/24", "0.708", "0.508", "0.851"],
      ["Tavola", "12/24", "0.500", "0.314", "0.686"],
      ["Briskett", "6/24", "0.250", "0.120", "0.449"],
      ["Quellmark", "2/24", "0.083", "0.023", "0.258"],
    ],
    shareOfVoice: ["0.373", "0.288", "0.203"],
    averagePosition: ["1.82", "1.82"],
  },
  real: {
    counts: { projects: 17, prompts: 68, answers_read: 408, answers_added: 408, errors: [] },
    period: { from: "2025-05-24", to: "2025-05-25" },
    set: "headphones-wireless-200",
    mentions_n: 117,
    visibility: [
      ["Anker", "23/24", "0.958", "0.798", "0.993"],
      ["Sony", "23/24", "0.958", "0.798", "0.993"],
      ["Sennheiser", "20/24", "0.833", "0.641", "0.933"],
      ["Audio-Technica", "15/24", "0.625", "0.427", "0.788"],
      ["JBL", "13/24", "0.542", "0.351", "0.721"],
      ["Jabra", "8/24", "0.333", "0.180", "0.533"],
      ["Bose", "6/24", "0.250", "0.120", "0.449"],
    ],
    shareOfVoice: ["0.197", "0.197", "0.171"],
    averagePosition: ["1.83", "1.96"],
  },
})

describe.each(collections)("importing $title", ({ answers, expected }) => {
  const metricsOf = async (team: TeamFacts, project: string) => {
    const [found] = await inTeam(team.id, () =>
      prisma.aiProject.findMany({ where: { team_id: team.id, name: { endsWith: project } } }),
    )
    const query = { project_id: found?.id ?? "", ...expected.period }
    return (await run(getMetrics, asKey(team), query)).data
  }

  it("matches the known metrics to three digits", async () => {
    const team = await freshTeam()
    const imported = await importAnswers({ teamId: team.id, file: answerFile(answers), project: "Bench" })
    expect(imported).toMatchObject(expected.counts)
    const { rows, totals } = await metricsOf(team, expected.set)
    const shown = rows.slice(0, expected.visibility.length).map(({ brand, visibility: v }) => {
      const ci = wilson(v.numerator, v.denominator)
      const share = [v.value, ci?.low, ci?.high].map((n) => n?.toFixed(3))
      return [brand.name, `${v.numerator}/${v.denominator}`, ...share]
    })
    expect(shown).toEqual(expected.visibility)
    expect(rows.slice(0, 3).map((r) => r.share_of_voice.value?.toFixed(3))).toEqual(expected.shareOfVoice)
    expect(rows.slice(0, 2).map((r) => r.average_position.value?.toFixed(2))).toEqual(expected.averagePosition)
    const { mentions_n } = expected
    expect(totals).toMatchObject({ scans_n: 1, answers_n: 24, cells_n: 8, prompts_n: 4, mentions_n })
  })

  it("matches the label counts of every prompt set, with metrics that are consistent with each other", async () => {
    const team = await freshTeam()
    await importAnswers({ teamId: team.id, file: answerFile(answers), project: "Bench" })
    for (const [set, ofSet] of Map.groupBy(answers, (a) => a.prompt_set)) {
      const { rows } = await metricsOf(team, set)
      const sum = rows.reduce((total, row) => total + (row.share_of_voice.value ?? 0), 0)
      expect(sum).toBeCloseTo(1, 10)
      for (const row of rows) {
        const { visibility: v, top1_rate: t1, top3_rate: t3 } = row
        expect(v.value).toBeCloseTo(v.numerator / v.denominator, 10)
        expect((t1.value ?? 0) <= (t3.value ?? 0) && (t3.value ?? 0) <= (v.value ?? 0)).toBe(true)
        const labelled = ofSet.filter((a) =>
          a.labelled_brands.some((label) => label.toLowerCase() === row.brand.name.toLowerCase()),
        )
        expect(v.numerator).toBeGreaterThanOrEqual(labelled.length - 1)
      }
    }
  })
})
