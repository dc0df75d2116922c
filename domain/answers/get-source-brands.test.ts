import { expect, it, vi } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { run } from "@/domain/kernel/operation"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { asKey, freshTeam } from "@/domain/testing/team"
import { database, inTeam, prisma } from "@/prisma/client"
import { getSourceBrands } from "./get-source-brands"

const cites = (...domains: string[]) => domains.map((domain) => ({ url: `https://www.${domain}/page` }))

it("counts the brands of the answers that cite a source, and finds sources without your brand", async () => {
  const team = await freshTeam()
  const line = (run: number, brands: string[], domains: string[]) =>
    answerLine({
      run,
      labelled_brands: brands,
      response: `We like ${brands.join(" and ")}.`,
      sources: cites(...domains),
    })
  const lines = [
    line(1, ["Bose", "Sony"], ["both.example", "rivals.example"]),
    line(2, ["Sony"], ["rivals.example", "sony.com"]),
    line(3, ["Bose", "Sony", "Jabra"], ["both.example"]),
    line(4, ["Sony"], ["rivals.example"]),
  ]
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own: "Bose" })
  const project = await inTeam(team.id, () => prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }))
  const ask = async (more: { gaps?: boolean; domain?: string } = {}) =>
    (await run(getSourceBrands, asKey(team), { project_id: project.id, ...more })).data

  const all = await ask()
  expect(all.brands.map(({ name }) => name)).toEqual(["Bose", "Sony", "Jabra"])
  const [bose = "", sony = "", jabra = ""] = all.brands.map(({ id }) => id)
  const shown = all.sources.map(({ domain, answers_n, mentioned_n }) => [domain, answers_n, mentioned_n])
  expect(shown).toContainEqual(["both.example", 2, { [bose]: 2, [sony]: 2, [jabra]: 1 }])
  expect(shown).toContainEqual(["rivals.example", 3, { [bose]: 1, [sony]: 3 }])

  const only = await ask({ domain: "rivals.example" })
  expect(only.sources.map(({ domain }) => domain)).toEqual(["rivals.example"])
  expect((await ask({ gaps: true })).sources).toEqual([])
  await inTeam(team.id, () => prisma.mention.deleteMany({ where: { brand_id: bose, answer: { run_index: 1 } } }))
  const gaps = await ask({ gaps: true })
  expect(gaps).toMatchObject({ scans_n: 1, sources_total: 1, sources: [{ domain: "rivals.example", answers_n: 3 }] })
})

it("gives a domain the type of most of its citations, so that one page of a competitor does not hide it", async () => {
  const team = await freshTeam()
  const lines = [1, 2, 3].map((run) =>
    answerLine({ run, labelled_brands: ["Sony"], response: "We like Sony.", sources: cites("forum.example") }),
  )
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own: "Bose" })
  const project = await inTeam(team.id, () => prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }))
  const classify = (source_class: string, runs: number) =>
    inTeam(team.id, () =>
      prisma.citation.updateMany({
        where: { project_id: project.id, answer: { run_index: { lte: runs } } },
        data: { source_class },
      }),
    )
  const gaps = async () =>
    (await run(getSourceBrands, asKey(team), { project_id: project.id, gaps: true })).data.sources
  await classify("ugc", 3)
  await classify("competitor", 1)
  expect(await gaps()).toMatchObject([{ domain: "forum.example", source_class: "ugc", answers_n: 3 }])
  await classify("competitor", 2)
  expect(await gaps()).toEqual([])
})

/** Ten answers by source, each with the brands that it mentions. Your brand is Bose. */
const mentioned: Record<string, string[][]> = {
  "ahead.example": [["Bose"], ["Bose", "Sony"], ["Bose"]],
  "behind.example": [["Sony", "Bose"], ["Sony"], ["Sony"], ["Sony"]],
  "gap.example": [["Sony"], ["Sony"], ["Jabra"]],
  "small-gap.example": [["Jabra"]],
  "sony.example": [["Sony"], ["Sony"]],
  "unmentioned.example": [[]],
}

async function sixSources(team: TeamFacts): Promise<string> {
  const lines = Object.entries(mentioned).flatMap(([domain, answers], n) =>
    answers.map((labelled_brands, i) =>
      answerLine({
        run: n * 10 + i + 1,
        engine: i === 0 ? "gemini" : "chatgpt",
        labelled_brands,
        response: `Answer ${i} for ${domain.split(".")[0]}. We like ${labelled_brands.join(" and ")}.`,
        sources: cites(domain),
      }),
    ),
  )
  await importAnswers({ teamId: team.id, file: answerFile(lines), project: "Panel", own: "Bose" })
  return inTeam(team.id, async () => {
    const { id } = await prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } })
    const classify = (source_class: string, domains: string[]) =>
      prisma.citation.updateMany({
        where: { project_id: id, registrable_domain: { in: domains } },
        data: { source_class },
      })
    await classify("editorial", Object.keys(mentioned))
    await classify("competitor", ["sony.example"])
    await classify("ugc", ["behind.example"])
    return id
  })
}

it("starts with the sources that mention competitors and never you, then the largest lead of a competitor", async () => {
  const team = await freshTeam()
  const project_id = await sixSources(team)
  const domains = async (query: object) =>
    (await run(getSourceBrands, asKey(team), { project_id, ...query })).data.sources.map(({ domain }) =>
      domain.replace(".example", ""),
    )
  const byOpportunity = ["gap", "small-gap", "behind", "unmentioned", "ahead", "sony"]
  expect(await domains({ sort: "opportunity" })).toEqual(byOpportunity)
  expect(await domains({ sort: "opportunity", gaps: true })).toEqual(["gap", "small-gap"])
  expect(await domains({ sort: "-lead" })).toEqual(["ahead", "unmentioned", "gap", "behind", "sony", "small-gap"])
  expect(await domains({ sort: "domain" })).toEqual(["ahead", "behind", "gap", "small-gap", "sony", "unmentioned"])
  expect((await domains({ sort: "-answers_n" }))[0]).toBe("behind")
  expect((await domains({ sort: "-own_share" })).slice(0, 2)).toEqual(["ahead", "behind"])
  expect((await domains({}))[0], "the most mentions of competitors").toBe("behind")
})

it("filters by engine, source type and text, and counts the sources and gaps of the filters", async () => {
  const team = await freshTeam()
  const project_id = await sixSources(team)
  const ask = async (query: object) => {
    const { sources, sources_total, gaps_total } = (
      await run(getSourceBrands, asKey(team), { project_id, sort: "domain", ...query })
    ).data
    return [sources_total, gaps_total, ...sources.map(({ domain, answers_n }) => `${domain} ${answers_n}`)]
  }
  expect(await ask({ limit: 1 })).toEqual([6, 2, "ahead.example 3"])
  expect(await ask({ engine: "gemini", q: "A" })).toEqual([
    6,
    2,
    ...Object.keys(mentioned).map((domain) => `${domain} 1`),
  ])
  expect(await ask({ engine: "never" })).toEqual([0, 0])
  expect(await ask({ q: "GAP" })).toEqual([2, 2, "gap.example 3", "small-gap.example 1"])
  expect(await ask({ q: "%" })).toEqual([0, 0])
  expect(await ask({ source_class: ["ugc", "competitor"] })).toEqual([2, 0, "behind.example 4", "sony.example 2"])
  expect(await ask({ source_class: ["editorial"], gaps: true, q: "small" })).toEqual([1, 1, "small-gap.example 1"])
})

it("returns every source once across pages, and continues after a source that is gone", async () => {
  const team = await freshTeam()
  const project_id = await sixSources(team)
  const query = { project_id, sort: "domain" as const, limit: 2 }
  const page = (cursor?: string | null) =>
    run(getSourceBrands, asKey(team), { ...query, ...(cursor && { cursor }) }).then(({ data, meta }) => ({
      domains: data.sources.map(({ domain }) => domain),
      meta,
    }))
  const first = await page()
  expect(first.meta).toMatchObject({
    limit: 2,
    truncated: true,
    truncation: { limit: 2, omitted: 4, scope: "data.sources" },
  })
  const second = await page(first.meta.next_cursor)
  const third = await page(second.meta.next_cursor)
  expect(third.meta.next_cursor).toBeNull()
  expect([first, second, third].flatMap(({ domains }) => domains)).toEqual(Object.keys(mentioned).toSorted())

  const invalid = { ...query, sort: "-domain" as const, cursor: first.meta.next_cursor ?? "" }
  await expect(run(getSourceBrands, asKey(team), invalid)).rejects.toMatchObject({ code: "cursor_invalid" })

  await inTeam(team.id, () =>
    prisma.citation.deleteMany({ where: { project_id, registrable_domain: "ahead.example" } }),
  )
  expect((await page(first.meta.next_cursor)).domains, "after the last source of the page").toEqual(second.domains)
  const goneLast = { project_id, registrable_domain: "behind.example" }
  await inTeam(team.id, () => prisma.citation.deleteMany({ where: goneLast }))
  expect((await page(first.meta.next_cursor)).domains).toEqual(["sony.example", "unmentioned.example"])
})

it("is empty before the first scan, and does not find projects of other teams", async () => {
  const team = await freshTeam()
  const other = await freshTeam()
  await importAnswers({ teamId: team.id, file: answerFile([answerLine()]), project: "Panel", own: "Bose" })
  const project = await inTeam(team.id, () => prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }))
  await expect(run(getSourceBrands, asKey(other), { project_id: project.id })).rejects.toMatchObject({
    code: "resource_not_found",
  })
  await inTeam(team.id, () => prisma.scan.updateMany({ where: { team_id: team.id }, data: { status: "failed" } }))
  const { data } = await run(getSourceBrands, asKey(team), { project_id: project.id })
  expect(data).toMatchObject({ scans_n: 0, sources: [], sources_total: 0 })
})

it.each([undefined, "a.example"])(
  "reads each mention and answer once for a team that the statistics of Postgres do not contain (domain: %s)",
  async (domain) => {
    const lines = Array.from({ length: 100 }, (_, i) =>
      answerLine({
        run: i + 1,
        labelled_brands: ["Bose", "Sony"],
        response: "Bose, Sony.",
        sources: cites("a.example"),
      }),
    )
    const [known, unknown] = [await freshTeam(), await freshTeam()]
    await importAnswers({ teamId: known.id, file: answerFile(lines), project: "Panel", own: "Bose" })
    await database().pool.query("analyze answer, mention, citation")
    await importAnswers({ teamId: unknown.id, file: answerFile(lines), project: "Panel", own: "Bose" })
    const project = await inTeam(unknown.id, () =>
      prisma.aiProject.findFirstOrThrow({ where: { team_id: unknown.id } }),
    )
    expect(
      await rowsRead(unknown, () => run(getSourceBrands, asKey(unknown), { project_id: project.id, domain })),
    ).toEqual({
      answer: 100,
      citation: 100,
      mention: 200,
    })
  },
)

type Plan = { "Relation Name"?: string; "Actual Rows": number; "Actual Loops": number; Plans?: Plan[] }

/** Explains the statement that `call` sends, and returns how many of the team's rows it reads per table of answers. */
async function rowsRead(team: TeamFacts, call: () => Promise<unknown>): Promise<Record<string, number>> {
  const { pool } = database()
  const sent = vi.spyOn(pool, "query")
  await call()
  const [{ text, values }] = sent.mock.calls[0] as unknown as [{ text: string; values: unknown[] }]
  sent.mockRestore()
  const rows = await inTeam(team.id, async () => {
    const client = await pool.connect()
    try {
      await client.query("begin; set local enable_seqscan = off") // these tables are small only in tests
      return (await client.query({ text: `explain (analyze, format json) ${text}`, values })).rows
    } finally {
      await client.query("rollback")
      client.release()
    }
  })
  const counts = { answer: 0, citation: 0, mention: 0 }
  const add = (plan: Plan) => {
    const table = plan["Relation Name"] as keyof typeof counts | undefined
    if (table && table in counts) counts[table] += Math.round(plan["Actual Rows"] * plan["Actual Loops"])
    plan.Plans?.forEach(add)
  }
  add(rows[0]["QUERY PLAN"][0].Plan)
  return counts
}
