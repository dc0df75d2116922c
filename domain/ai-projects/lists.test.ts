import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { getAnswer } from "@/domain/answers/get-answer"
import { listAnswers } from "@/domain/answers/list-answers"
import { listCitations } from "@/domain/answers/list-citations"
import { listClients } from "@/domain/clients/list"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { getScan } from "@/domain/scans/get"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { listScans } from "@/domain/scans/list"
import { type AnswerFileLine, answerFile, answerLine } from "@/domain/testing/answer-lines"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { getMetrics } from "@/domain/visibility/get-metrics"
import { countedPanel } from "@/domain/visibility/testing/counted-panel"
import { inTeam, prisma } from "@/prisma/client"
import { listBrands } from "./brands/list-brands"
import { getProject } from "./get-project"
import { listEngines } from "./list-engines"
import { listProjects } from "./list-projects"
import { createPrompts } from "./prompts/create-prompts"
import { listPrompts } from "./prompts/list-prompts"
import { listTopics } from "./topics/list-topics"

/** Imports a project with these answers and returns its id. */
async function panel(team: TeamFacts, lines: AnswerFileLine[], own?: string) {
  const project = "Panel"
  await importAnswers({ teamId: team.id, file: answerFile(lines), project, client: "Acme", own })
  const found = await inTeam(team.id, () => prisma.aiProject.findFirst({ where: { team_id: team.id, name: project } }))
  return found?.id ?? ""
}

const runs = (count: number, more: AnswerFileLine = {}) =>
  Array.from({ length: count }, (_, i) =>
    answerLine({ run: i + 1, asked_at: `2026-03-02T10:${String(i).padStart(2, "0")}:00Z`, ...more }),
  )

describe("lists of a project", () => {
  it("returns projects with your brand, engines and latest metrics", async () => {
    const team = await freshTeam()
    const project_id = await panel(team, [
      ...runs(2),
      answerLine({ engine: "Google AI Mode", response: "Bose.", labelled_brands: ["Bose"] }),
    ])
    const { data, meta } = await run(listProjects, asKey(team), {})
    expect(meta).toMatchObject({ total: 1, total_is_exact: true, truncated: false })
    expect(data).toMatchObject([
      {
        id: project_id,
        own_brand: { name: "Bose" },
        engines: ["chatgpt", "google_ai_mode"],
        latest: {
          finished_at: "2026-03-02T10:01:00.000Z",
          visibility: { value: 1, numerator: 3, denominator: 3 },
          share_of_voice: { value: 0.6, numerator: 3, denominator: 5 },
        },
      },
    ])
    expect((await run(getProject, asKey(team), { project_id })).data).toEqual({ ...data[0], topics: [] })
    const client_id = data[0]?.client_id ?? ""
    const total = async (query: object) => (await run(listProjects, asKey(team), query)).meta.total
    expect([
      await total({ client_id }),
      await total({ status: ["paused"] }),
      await total({ status: ["active"] }),
    ]).toEqual([1, 0, 1])
    const { name } = data[0] ?? { name: "" }
    const [client] = (await run(listClients, asKey(team), {})).data
    expect([await total({ q: name.toUpperCase() }), await total({ q: client?.name }), await total({ q: "%" })]).toEqual(
      [1, 1, 0],
    )
  })

  it("sorts prompts of the maximum length by their text, on pages", async () => {
    const team = await freshTeam()
    const project_id = await panel(team, runs(1))
    const texts = ["\u{10400}", "\u{10402}", "\u{10403}"].map((letter) => letter.repeat(2_000))
    const prompts = texts.map((text) => ({ text }))
    await run(createPrompts, asPerson(team), { project_id, prompts } as never)
    const listed: string[] = []
    let cursor: string | undefined
    do {
      const query = { project_id, sort: "text" as const, limit: 1, cursor }
      const { data, meta } = await run(listPrompts, asKey(team), query)
      listed.push(...data.map(({ text }) => text))
      cursor = meta.next_cursor ?? undefined
    } while (cursor)
    expect(listed.filter((text) => texts.includes(text))).toEqual(texts)
  })

  it("sorts projects by name in both directions", async () => {
    const team = await freshTeam()
    const projects = ["beta", "Alpha"]
    for (const project of projects)
      await importAnswers({ teamId: team.id, file: answerFile(runs(1)), project, client: "Acme" })
    const names = async (sort: "name" | "-name") =>
      (await run(listProjects, asKey(team), { sort })).data.map(({ name }) => name)
    expect(await names("name")).toEqual(projects.toReversed())
    expect(await names("-name")).toEqual(projects)
  })

  it("returns your brand first, and engines with its metrics", async () => {
    const team = await freshTeam()
    const project_id = await panel(team, [
      ...runs(3),
      answerLine({ engine: "gemini", response: "None.", labelled_brands: [] }),
    ])
    const brands = (await run(listBrands, asKey(team), { project_id })).data
    expect(brands.map((b) => [b.name, b.kind, b.latest?.visibility.numerator])).toEqual([
      ["Bose", "own", 3],
      ["Sony", "competitor", 3],
    ])
    expect((await run(listBrands, asKey(team), { project_id, kind: ["own"] })).meta.total).toBe(1)
    const engines = (await run(listEngines, asKey(team), { project_id })).data
    expect(engines.map((e) => [e.id, e.name, e.surface, e.latest?.visibility.value])).toEqual([
      ["chatgpt", "ChatGPT", "import", 1],
      ["gemini", "Gemini", "import", 0],
    ])
  })

  it("returns how each prompt changed since the previous scan, and sorts and filters by it", async () => {
    const team = await freshTeam()
    const asked = (day: string, prompt: string, named: number) =>
      runs(4, { prompt }).map((line, i) => ({
        ...line,
        asked_at: `${day}T10:0${i}:00Z`,
        ...(i < named ? {} : { response: "None.", labelled_brands: [] }),
      }))
    const earlier = [asked("2026-03-02", "falls", 4), asked("2026-03-02", "rises", 1), asked("2026-03-02", "stays", 2)]
    const later = [asked("2026-03-09", "falls", 1), asked("2026-03-09", "rises", 2), asked("2026-03-09", "stays", 2)]
    const project_id = await panel(team, [...earlier, ...later, asked("2026-03-09", "new", 4)].flat(), "Bose")
    const list = async (query: object) =>
      (await run(listPrompts, asKey(team), { project_id, ...query })).data.map(({ text, latest }) => [
        text,
        latest?.change,
      ])
    const all = [
      ["falls", -0.75],
      ["stays", 0],
      ["rises", 0.25],
      ["new", null],
    ]
    expect(await list({ sort: "change" })).toEqual(all)
    expect(await list({ sort: "-change" })).toEqual([all[2], all[1], all[0], all[3]])
    expect(await list({ sort: "change", moved: true })).toEqual([all[0], all[2]])
    expect(await list({ sort: "change", moved: false })).toEqual([all[1], all[3]])
    expect(await list({ sort: "-text" })).toEqual((await list({ sort: "text" })).toReversed())
  })

  it("filters prompts by a clear change, with the verdicts of the metrics, of all engines or of one", async () => {
    const team = await freshTeam()
    const steady = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`steady ${i}`, { Bose: 3 }]))
    const { project_id, scans } = await countedPanel(
      team,
      [
        {
          date: "2026-03-02",
          prompts: { falls: { Bose: 6 }, wobbles: { Bose: 3 }, "is Bose good?": { Bose: 0 }, ...steady },
        },
        {
          date: "2026-03-09",
          prompts: { falls: { Bose: 0 }, wobbles: { Bose: 4 }, "is Bose good?": { Bose: 6 }, ...steady },
        },
      ],
      { runs: 6, engines: 2 },
    )
    const list = async (query: object) =>
      (await run(listPrompts, asKey(team), { project_id, limit: 200, ...query })).data.map(({ id }) => id).sort()
    const verdicts = async (engine?: string) => {
      const { rows } = (
        await run(getMetrics, asKey(team), {
          ...{ project_id, scan_id: scans[1] as string, compare: "previous_period", prompt_scope: "all" },
          group_by: ["prompt"],
          ...(engine && { engine: [engine] }),
        })
      ).data
      const clear = rows.filter(({ change }) => change?.verdict === "up" || change?.verdict === "down")
      return clear.map(({ group }) => group.prompt_id ?? "").sort()
    }
    const clear = await list({ has_clear_change: true })
    expect(clear).toEqual(await verdicts())
    expect(clear).toHaveLength(2)
    expect(await list({ moved: true }), "wobbles may have moved by chance").toHaveLength(3)
    expect((await list({ has_clear_change: false })).length).toBe(10)
    for (const engine of ["panel_a", "panel_b"])
      expect(await list({ has_clear_change: true, engine })).toEqual(await verdicts(engine))
  })

  it("has no prompt with a clear change before the second scan", async () => {
    const team = await freshTeam()
    const project_id = await panel(team, runs(4, { prompt: "falls" }), "Bose")
    expect((await run(listPrompts, asKey(team), { project_id, has_clear_change: true })).data).toEqual([])
    expect((await run(listPrompts, asKey(team), { project_id, has_clear_change: false })).data).toHaveLength(1)
  })

  it("returns prompts with your brand's latest result and the gaps", async () => {
    const team = await freshTeam()
    const onlySony = { response: "Sony.", labelled_brands: ["Sony"] }
    const gap = runs(4, { prompt: "cheap headphones", prompt_type: "search", ...onlySony })
    const tooFew = runs(3, { prompt: "small headphones", ...onlySony })
    const withoutBrands = answerLine({ prompt: "what is noise?", response: "A sound.", labelled_brands: [] })
    const project_id = await panel(team, [...runs(2), ...gap, ...tooFew, withoutBrands], "Bose")
    const gaps = await run(listPrompts, asKey(team), { project_id, gap: true })
    expect(gaps.data).toMatchObject([
      {
        text: "cheap headphones",
        tags: ["search"],
        latest: {
          answers_n: 4,
          visibility: { value: 0, numerator: 0, denominator: 4, ci: { low: 0, high: 0.489890836455 } },
          average_position: null,
          competitors_mentioned_n: 1,
          best_competitor: {
            name: "Sony",
            visibility: { value: 1, numerator: 4, ci: { low: 0.510109163545, high: 1 } },
          },
          is_gap: true,
        },
      },
    ])
    const metrics = await run(getMetrics, asKey(team), { project_id, from: "2026-03-01", to: "2026-03-31" })
    expect(metrics.data.rows[0]?.gap_prompts).toMatchObject({ value: 0.25, numerator: 1, denominator: 4, n: 10 })
    expect((await run(listPrompts, asKey(team), { project_id, gap: false })).meta.total).toBe(3)
    expect((await run(listPrompts, asKey(team), { project_id, status: ["active"] })).meta).toMatchObject({
      total: 4,
      total_is_exact: true,
    })
  })

  it("returns topics with their active prompts, and prompts by topic", async () => {
    const team = await freshTeam()
    const project_id = await panel(team, runs(1))
    const topic_id = "top_01JD3Y8F5V6Q2K9M4N7P0R1S2T"
    await inTeam(team.id, async () => {
      await prisma.aiTopic.create({ data: { id: topic_id, team_id: team.id, project_id, name: "Travel" } })
      await prisma.aiPrompt.updateMany({ where: { project_id }, data: { topic_id } })
    })
    expect((await run(listTopics, asKey(team), { project_id })).data).toMatchObject([{ name: "Travel", prompts_n: 1 }])
    const prompts = await run(listPrompts, asKey(team), { project_id, topic_id })
    expect(prompts).toMatchObject({ data: [{ topic_id, topic: "Travel" }], meta: { total: 1 } })
    expect((await run(getProject, asKey(team), { project_id })).data.topics).toEqual([{ id: topic_id, name: "Travel" }])
  })

  it("returns answers without their text unless requested, and supports every filter", async () => {
    const team = await freshTeam()
    const cited = { sources: [{ url: "https://www.rtings.com/a?utm_source=x", title: "Rtings" }] }
    const sonyOnly = { response: "Sony only.", labelled_brands: ["Sony"], engine: "gemini", ...cited }
    const project_id = await panel(team, [...runs(3), answerLine({ run: 4, ...sonyOnly })], "Bose")
    const plain = await run(listAnswers, asKey(team), { project_id })
    expect(plain.meta).toMatchObject({ total: 4, total_is_exact: true })
    for (const field of ["text", "mentions", "citations"]) expect(plain.data[0]).not.toHaveProperty(field)
    const nameBose = plain.data.map(({ engine, mentions_own_brand }) => [engine, mentions_own_brand])
    expect(Object.fromEntries(nameBose)).toEqual({ chatgpt: true, gemini: false })
    const brands = (await run(listBrands, asKey(team), { project_id })).data
    const bose = brands.find((b) => b.name === "Bose")?.id ?? ""
    const { scan_id, prompt_id } = plain.data[0] ?? { scan_id: "", prompt_id: "" }
    const total = async (query: object) => (await run(listAnswers, asKey(team), { project_id, ...query })).meta.total
    expect(await total({ mentions_brand: bose })).toBe(3)
    expect(await total({ lacks_brand: bose })).toBe(1)
    expect(await total({ cites_domain: "RTINGS.com" })).toBe(1)
    expect(await total({ grounded: false })).toBe(3)
    expect(await total({ engine: "gemini" })).toBe(1)
    expect(await total({ scan_id, prompt_id })).toBe(4)
    const { data } = await run(listAnswers, asKey(team), {
      project_id,
      grounded: true,
      include: ["text", "mentions", "citations"],
    })
    expect(data).toMatchObject([
      {
        text: "Sony only.",
        mentions: [{ brand: "Sony", rank: 1, first_offset: 0, excerpt: "Sony only." }],
        citations: [{ url: "https://rtings.com/a", title: "Rtings", kind: "cited", source_class: "editorial" }],
      },
    ])
    const one = (await run(getAnswer, asKey(team), { answer_id: data[0]?.id ?? "" })).data
    expect(one).toMatchObject({ ...data[0], asking: { search_queries: [], latency_ms: null, cost_usd: null } })
    expect(one.mentions?.[0]?.places).toEqual([{ from: 0, to: 4 }])
  })

  it("shortens the text of one answer to max_chars", async () => {
    const team = await freshTeam()
    const project_id = await panel(team, [answerLine({ response: `${"Sony ".repeat(39)}and😀 Bose` })])
    const [{ id: answer_id } = { id: "" }] = (await run(listAnswers, asKey(team), { project_id })).data
    const textFor = async (max_chars?: number) =>
      (await run(getAnswer, asKey(team), { answer_id, max_chars })).data.text ?? ""
    expect(await textFor(200)).toBe(`${"Sony ".repeat(39)}and😀…`)
    expect(await textFor(12_000)).toBe(await textFor())
    const one = async (max_chars?: number) => (await run(getAnswer, asKey(team), { answer_id, max_chars })).data
    expect([(await one(200)).truncated, (await one(12_000)).truncated]).toEqual([true, false])
    expect(await one()).not.toHaveProperty("truncated")
  })

  it("counts max_chars in code points for one answer as for lists", async () => {
    const team = await freshTeam()
    const project_id = await panel(team, [answerLine({ response: "😀".repeat(201) })])
    const ask = async (max_chars: number) => {
      const [listed] = (await run(listAnswers, asKey(team), { project_id, include: ["text"], max_chars })).data
      return [listed?.text, (await run(getAnswer, asKey(team), { answer_id: listed?.id ?? "", max_chars })).data.text]
    }
    expect(await ask(201)).toEqual(["😀".repeat(201), "😀".repeat(201)])
    expect(await ask(200)).toEqual([`${"😀".repeat(199)}…`, `${"😀".repeat(199)}…`])
  })

  it("returns every position where a brand is named, and no other word", async () => {
    const team = await freshTeam()
    const text = "**Bose** and [Bose](https://bose.com/bose): Bose's best. Rebose. SONY, 😀 bose™."
    const project_id = await panel(team, [answerLine({ response: text, labelled_brands: ["Bose", "Sony"] })])
    const [{ id: answer_id } = { id: "" }] = (await run(listAnswers, asKey(team), { project_id })).data
    const { data } = await run(getAnswer, asKey(team), { answer_id })
    const named = (data.mentions ?? []).map(({ brand, places }) => [
      brand,
      ...(places ?? []).map(({ from, to }) => data.text?.slice(from, to)),
    ])
    expect(named).toEqual([
      ["Bose", "Bose", "Bose", "Bose", "bose"],
      ["Sony", "SONY"],
    ])
  })

  it("filters answers by day in the client's time zone", async () => {
    const team = await freshTeam({ timezone: "Asia/Tokyo" })
    const project_id = await panel(team, [
      answerLine({ asked_at: "2026-03-02T10:00:00Z" }),
      answerLine({ run: 2, asked_at: "2026-03-02T20:00:00Z" }),
    ])
    const total = async (query: object) => (await run(listAnswers, asKey(team), { project_id, ...query })).meta.total
    expect([
      await total({ from: "2026-03-02", to: "2026-03-02" }),
      await total({ from: "2026-03-03" }),
      await total({ to: "2026-03-03" }),
      await total({ to: "2026-03-01" }),
    ]).toEqual([1, 1, 2, 0])
  })

  it("sorts prompts by your brand's result across pages, those without answers last", async () => {
    const team = await freshTeam()
    const prompts = ["best b", "best a", "best d", "best 50%_off"]
    const lines = prompts.flatMap((prompt, i) =>
      [1, 2].map((run) => {
        const names = i === 0 || (i === 1 && run === 1) ? ["Bose"] : []
        return answerLine({ prompt, run, response: `${names}, Sony`, labelled_brands: [...names, "Sony"] })
      }),
    )
    const project_id = await panel(team, lines, "Bose")
    await inTeam(team.id, () =>
      prisma.aiPrompt.create({
        data: {
          id: "prm_01JD3Y8F5V6Q2K9M4N7P0R1S2T",
          team_id: team.id,
          project_id,
          text: "new",
          text_sha256: Buffer.from("new"),
        },
      }),
    )
    const texts = async (query: object) => {
      const found: string[] = []
      let cursor: string | undefined
      do {
        const page = await run(listPrompts, asKey(team), { project_id, limit: 2, ...query, ...(cursor && { cursor }) })
        found.push(...page.data.map(({ text }) => text))
        cursor = page.meta.next_cursor ?? undefined
      } while (cursor)
      return found
    }
    expect((await texts({ sort: "-visibility" })).slice(0, 2)).toEqual(["best b", "best a"])
    expect((await texts({ sort: "visibility" })).slice(2)).toEqual(["best a", "best b", "new"])
    expect((await texts({ sort: "-visibility" })).at(-1)).toBe("new")
    // No prompt has the five mentions that a position needs, so the sort only has to return every prompt once.
    expect((await texts({ sort: "average_position" })).toSorted()).toEqual(await texts({ sort: "text" }))
    expect(await texts({ sort: "text" })).toEqual(["best 50%_off", "best a", "best b", "best d", "new"])
    expect(await texts({ q: "%_" })).toEqual(["best 50%_off"])
    expect(await texts({ q: "BEST A" })).toEqual(["best a"])
    expect(await texts({ is_branded: true })).toEqual([])
    expect(await texts({ tag: "nothing" })).toEqual([])
  })

  it("sorts prompts by the position of your brand, those with fewer than five mentions last", async () => {
    const team = await freshTeam()
    const asked = (prompt: string, response: string, count: number) =>
      runs(count, { prompt, response, labelled_brands: ["Sony", "Bose"] })
    const lines = [asked("rare", "Bose, Sony.", 4), asked("second", "Sony, Bose.", 5), asked("first", "Bose, Sony.", 5)]
    const project_id = await panel(team, lines.flat(), "Bose")
    const { data } = await run(listPrompts, asKey(team), { project_id, sort: "average_position" })
    expect(data.map(({ text, latest }) => [text, latest?.average_position])).toEqual([
      ["first", 1],
      ["second", 2],
      ["rare", null],
    ])
  })

  it("returns cited domains or pages with their share, most cited first", async () => {
    const team = await freshTeam()
    const a = { url: "https://a.example/1" }
    const project_id = await panel(team, [
      answerLine({ sources: [a, { url: "https://a.example/2" }, { url: "https://bose.com/x" }] }),
      answerLine({ run: 2, sources: [a], asked_at: "2026-03-05T10:00:00Z" }),
    ])
    const list = async (query: object) => (await run(listCitations, asKey(team), { project_id, ...query })).data
    expect((await list({})).map((s) => [s.key, s.citations_n, s.answers_n, s.share])).toEqual([
      ["a.example", 3, 2, { value: 0.75, numerator: 3, denominator: 4 }],
      ["bose.com", 1, 1, { value: 0.25, numerator: 1, denominator: 4 }],
    ])
    expect((await list({ entity: "url" })).map((s) => [s.key, s.citations_n])).toEqual([
      ["https://a.example/1", 2],
      ["https://bose.com/x", 1],
      ["https://a.example/2", 1],
    ])
    expect((await list({ source_class: ["own"] })).map((s) => s.key)).toEqual(["bose.com"])
    const own = await run(listCitations, asKey(team), { project_id, source_class: ["own"] })
    expect(own.meta).toMatchObject({ total: 1, total_is_exact: true })
    const [{ brand_id } = { brand_id: null }] = own.data
    expect((await list({ brand_id })).map((s) => s.key)).toEqual(["bose.com"])
    expect(await list({ kind: "retrieved" })).toEqual([])
    expect((await list({ entity: "url", domain: "A.example", sort: "key" })).map((s) => s.key)).toEqual([
      "https://a.example/1",
      "https://a.example/2",
    ])
    expect((await list({ sort: "-last_seen_at" })).map((s) => s.key)).toEqual(["a.example", "bose.com"])
    expect(await list({ first_seen_since: "2026-03-03" })).toEqual([])
    const counts = (found: Awaited<ReturnType<typeof list>>) =>
      found.map((s) => [s.key, s.citations_n, s.prompts_n, s.share.denominator])
    expect(counts(await list({ from: "2026-03-03" }))).toEqual([["a.example", 1, 1, 1]])
    expect(counts(await list({ from: "2026-03-02", to: "2026-03-02" }))).toEqual([
      ["a.example", 2, 1, 3],
      ["bose.com", 1, 1, 3],
    ])
    expect((await list({})).map((s) => s.prompts_n)).toEqual([null, null])
  })

  it("counts the sources and prompts of a single engine when filtered by engine", async () => {
    const team = await freshTeam()
    const a = { url: "https://a.example/1" }
    const gemini = { engine: "gemini", response: "Sony.", labelled_brands: ["Sony"] }
    const project_id = await panel(
      team,
      [
        ...runs(4, { sources: [a, { url: "https://a.example/2" }, { url: "https://b.example/" }] }),
        ...runs(4, { ...gemini, sources: [a] }),
      ],
      "Bose",
    )
    const list = async (query: object) => (await run(listCitations, asKey(team), { project_id, ...query })).data
    const both = await list({})
    expect(both.map((s) => [s.key, s.citations_n, s.answers_n])).toEqual([
      ["a.example", 12, 8],
      ["b.example", 4, 4],
    ])
    expect((await list({ engine: "gemini" })).map((s) => [s.key, s.citations_n, s.answers_n, s.share])).toEqual([
      ["a.example", 4, 4, { value: 1, numerator: 4, denominator: 4 }],
    ])
    expect((await list({ engine: "chatgpt", entity: "url" })).map((s) => [s.key, s.citations_n])).toEqual([
      ["https://b.example", 4],
      ["https://a.example/2", 4],
      ["https://a.example/1", 4],
    ])
    const ofOne = await run(listCitations, asKey(team), { project_id, engine: "chatgpt", limit: 1 })
    expect(ofOne.meta).toMatchObject({ total: 2, total_is_exact: true, truncated: true })
    const next = { project_id, engine: "chatgpt", limit: 1, cursor: ofOne.meta.next_cursor ?? "" }
    expect((await run(listCitations, asKey(team), next)).data.map((s) => s.key)).toEqual(["b.example"])
    expect(await list({ engine: "perplexity" })).toEqual([])

    const latest = async (query: object) => {
      const { data } = await run(listPrompts, asKey(team), { project_id, sort: "-visibility", ...query })
      return data.map(({ latest }) => [latest?.answers_n, latest?.visibility.value, latest?.is_gap])
    }
    expect(await latest({})).toEqual([[8, 0.5, false]])
    expect(await latest({ engine: "chatgpt" })).toEqual([[4, 1, false]])
    expect(await latest({ engine: "gemini" })).toEqual([[4, 0, true]])
    expect(await latest({ engine: "gemini", gap: true })).toHaveLength(1)
    expect(await latest({ engine: "chatgpt", gap: true })).toEqual([])
    expect(await latest({ engine: "perplexity" })).toEqual([[undefined, undefined, undefined]])
  })

  it("returns scans with their counts, by status, trigger and day", async () => {
    const team = await freshTeam({ timezone: "Asia/Tokyo" })
    const project_id = await panel(team, [...runs(2), answerLine({ asked_at: "2026-03-09T20:00:00Z" })])
    const { data, meta } = await run(listScans, asKey(team), { project_id })
    expect(meta).toMatchObject({ total: 2, total_is_exact: true })
    expect(data.map((s) => [s.started_at, s.trigger, s.status, s.tasks.total])).toEqual([
      ["2026-03-09T20:00:00.000Z", "import", "completed", 1],
      ["2026-03-02T10:00:00.000Z", "import", "completed", 2],
    ])
    const total = async (query: object) => (await run(listScans, asKey(team), { project_id, ...query })).meta.total
    expect([
      await total({ status: ["failed"] }),
      await total({ trigger: ["import"] }),
      await total({ trigger: ["api"] }),
    ]).toEqual([0, 2, 0])
    expect([await total({ date: "2026-03-10" }), await total({ date: "2026-03-09" })]).toEqual([1, 0])
    await importAnswers({ teamId: team.id, file: answerFile(runs(1)), project: "Second" })
    const ofTeam = async (query: object) => (await run(listScans, asKey(team), query)).data
    expect(new Set((await ofTeam({})).map((scan) => scan.project_id)).size).toBe(2)
    expect(await ofTeam({})).toHaveLength(3)
    expect(await ofTeam({ date: "2026-03-10" })).toEqual([data[0]])
    expect((await run(listScans, asKey(await freshTeam()), {})).data).toEqual([])
    expect((await run(getScan, asKey(team), { scan_id: data[0]?.id ?? "" })).data).toEqual(data[0])
  })

  it("returns pages that together are the full list, at any limit", async () => {
    const team = await freshTeam()
    const sources = Array.from({ length: 7 }, (_, i) => ({ url: `https://s${i % 5}.example/${i}` }))
    const project_id = await panel(team, runs(11, { sources }))
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(listAnswers, listCitations, listBrands),
        async (limit, operation) => {
          const onePage = (await run(operation, asKey(team), { project_id })).data as object[]
          const seen: object[] = []
          let cursor: string | undefined
          do {
            const { data, meta } = await run(operation, asKey(team), { project_id, limit, ...(cursor && { cursor }) })
            seen.push(...data)
            expect(meta.total).toBe(onePage.length)
            expect(meta.truncated).toBe(data.length < onePage.length)
            cursor = meta.next_cursor ?? undefined
          } while (cursor)
          expect(seen).toEqual(onePage)
        },
      ),
      { numRuns: 20 },
    )
  })

  it("returns not found for the data of another team", async () => {
    const team = await freshTeam()
    const other = await freshTeam()
    const project_id = await panel(team, runs(1))
    const [answer] = (await run(listAnswers, asKey(team), { project_id })).data
    const gone = { code: "resource_not_found" }
    for (const operation of [
      listBrands,
      listPrompts,
      listTopics,
      listEngines,
      listAnswers,
      listCitations,
      listScans,
      getProject,
    ])
      await expect(run(operation as typeof listBrands, asKey(other), { project_id })).rejects.toMatchObject(gone)
    await expect(run(getAnswer, asKey(other), { answer_id: answer?.id ?? "" })).rejects.toMatchObject(gone)
    await expect(run(getScan, asKey(other), { scan_id: answer?.scan_id ?? "" })).rejects.toMatchObject(gone)
    expect((await run(listProjects, asKey(other), {})).data).toEqual([])
  })
})
