import { expect, it } from "vitest"
import { answerFile, answerLine } from "@/domain/testing/answer-lines"
import { freshTeam } from "@/domain/testing/team"
import { type FactAnswer, type FactBrand, randomPanel, storePanel } from "@/domain/visibility/testing/panel-facts"
import { inTeam, prisma, rows, type Sql, sql } from "@/prisma/client"
import { importAnswers } from "./import/import-answers"
import { writeMetrics } from "./write-metrics"

const size = { prompts: 5, engines: 2, regions: 2, runs: 3, scans: 2, brands: 6, topics: 2 }

const isTracked = ({ kind }: FactBrand) => kind === "own" || kind === "competitor"
const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0)
const citedIn = ({ citations }: FactAnswer) => citations.filter(({ kind }) => kind === "cited")
const keyOf = ({ scan, prompt, engine, region }: FactAnswer) => [scan.id, prompt.id, engine, region].join(" ")

/** What one answer adds to the row of a brand. */
function brandSums(answer: FactAnswer, brand: FactBrand) {
  const mention = answer.mentions.find((one) => one.brand === brand)
  const of = citedIn(answer).filter((c) => c.brand === brand).length
  const all = citedIn(answer).length
  const rank = mention?.rank ?? 0
  const is = mention ? 1 : 0
  const prominence = mention ? 1 / Math.log2(1 + rank) : 0
  return {
    mentioned: is,
    brands_beside: is * answer.mentions.filter((one) => isTracked(one.brand)).length,
    top1: is && Number(rank <= 1),
    top3: is && Number(rank <= 3),
    rank_sum: rank,
    rank_sq_sum: rank ** 2,
    prominence_sum: prominence,
    prominence_sq_sum: prominence ** 2,
    cited: Number(of > 0),
    citations: of,
    citations_sq: of ** 2,
    citations_product: of * all,
    positive: Number(mention?.sentiment === "positive"),
    neutral: Number(mention?.sentiment === "neutral"),
    negative: Number(mention?.sentiment === "negative"),
  }
}

function added<T extends Record<string, number>>(parts: T[]): T {
  const names = Object.keys(parts[0] ?? {}) as (keyof T)[]
  return Object.fromEntries(names.map((name) => [name, sum(parts.map((part) => part[name] as number))])) as T
}

const about = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).map(([k, v]) => [k, typeof v === "number" ? expect.closeTo(v, 9) : v]))

it("writes the sums of every cell, brand and scan", async () => {
  const team = await freshTeam()
  const facts = randomPanel({ ...size, seed: "sums" })
  await storePanel(team, facts)
  const found = [...Map.groupBy(facts.answers, keyOf)]
  const counted = facts.brands.filter(({ kind }) => kind !== "ignored")
  await inTeam(team.id, async () => {
    const cells = await rows<Record<string, unknown>>(sql`
      select scan_id || ' ' || prompt_id || ' ' || engine_id || ' ' || region as key, engine_config_hash as config, answers, brands_mentioned,
        brands_mentioned_sq, grounded, citations, citations_sq from visibility_cell order by 1`)
    const expectedCells = found.map(([key, answers]) => {
      const brands = answers.map((a) => a.mentions.filter(({ brand }) => isTracked(brand)).length)
      const citations = answers.map((a) => citedIn(a).length)
      const configs = answers.map(({ config }) => config).sort()
      return {
        key,
        config: [...new Set([configs[0], configs.at(-1)])].join("+"),
        answers: answers.length,
        brands_mentioned: sum(brands),
        brands_mentioned_sq: sum(brands.map((n) => n ** 2)),
        grounded: citations.filter((n) => n > 0).length,
        citations: sum(citations),
        citations_sq: sum(citations.map((n) => n ** 2)),
      }
    })
    const byKey = (a: { key?: unknown }, b: { key?: unknown }) => (String(a.key) < String(b.key) ? -1 : 1)
    expect(cells.sort(byKey)).toEqual(expectedCells.sort(byKey))

    const brands = await rows<Record<string, unknown>>(sql`
      select scan_id || ' ' || prompt_id || ' ' || engine_id || ' ' || region || ' ' || brand_id as key, mentioned, brands_beside, top1, top3,
        rank_sum, rank_sq_sum, prominence_sum, prominence_sq_sum, cited, citations, citations_sq, citations_product, positive, neutral, negative
      from visibility_cell_brand`)
    const expectedBrands = found.flatMap(([key, answers]) =>
      counted.flatMap((brand) => {
        const sums = added(answers.map((answer) => brandSums(answer, brand)))
        return sums.mentioned + sums.cited > 0 ? [{ key: `${key} ${brand.id}`, ...sums }] : []
      }),
    )
    expect(brands.sort(byKey)).toEqual(expectedBrands.sort(byKey).map(about))

    const scans = await rows<Record<string, unknown>>(sql`
      select scan_id || ' ' || brand_id || ' ' || engine_id || ' ' || region || ' ' || is_branded as key, answers, brands_mentioned, grounded,
        all_citations, mentioned, top1, top3, rank_sum, prominence_sum, cited, citations, positive, neutral, negative from visibility_scan_brand`)
    const ofScan = ({ scan, engine, region, prompt }: FactAnswer) =>
      [scan.id, engine, region, prompt.isBranded].join(" ")
    const expectedScans = [...Map.groupBy(facts.answers, ofScan).values()].flatMap((answers) =>
      counted.map((brand) => {
        const { scan, engine, region, prompt } = answers[0] as FactAnswer
        const { brands_beside, rank_sq_sum, prominence_sq_sum, citations_sq, citations_product, ...sums } = added(
          answers.map((answer) => brandSums(answer, brand)),
        )
        return {
          key: [scan.id, brand.id, engine, region, prompt.isBranded].join(" "),
          answers: answers.length,
          brands_mentioned: sum(answers.map((a) => a.mentions.filter((one) => isTracked(one.brand)).length)),
          grounded: answers.filter((a) => citedIn(a).length > 0).length,
          all_citations: sum(answers.map((a) => citedIn(a).length)),
          ...sums,
        }
      }),
    )
    expect(scans.sort(byKey)).toEqual(expectedScans.sort(byKey).map(about))
  })
})

it("changes nothing when the rows of a scan are written again", async () => {
  const team = await freshTeam()
  const facts = randomPanel({ ...size, seed: "again" })
  const project_id = await storePanel(team, facts)
  const state = async () =>
    [
      ...(await prisma.visibilityCell.findMany()),
      ...(await prisma.visibilityCellBrand.findMany()),
      ...(await prisma.visibilityScanBrand.findMany()),
    ]
      .map((row) => JSON.stringify(row, (_, one) => (typeof one === "number" ? Number(one.toPrecision(12)) : one)))
      .sort()
  await inTeam(team.id, async () => {
    const before = await state()
    for (const { id: scan_id } of facts.scans)
      await prisma.$transaction((tx) => writeMetrics(tx, { team_id: team.id, project_id, scan_id }))
    expect(before.length).toBeGreaterThan(100)
    expect(await state()).toEqual(before)
  })
})

it("gives a domain the type of most of its citations", async () => {
  const team = await freshTeam()
  // One answer cites three pages of the forum. Two answers cite the home page.
  const forum = ["a", "b", "c"].map((page) => ({ url: `https://community.firm.example/${page}` }))
  const home = [{ url: "https://firm.example/" }]
  const file = answerFile([forum, home, home].map((sources, i) => answerLine({ run: i + 1, sources })))
  await importAnswers({ teamId: team.id, file, project: "Panel", own: "Bose" })
  const types = (table: Sql) =>
    inTeam(team.id, () =>
      rows(
        sql`select registrable_domain as domain, source_class from ${table} where team_id = ${team.id} and listing = 'cited_domain'`,
      ),
    )
  for (const table of [sql`ai_source`, sql`ai_scan_source`])
    expect(await types(table)).toEqual([{ domain: "firm.example", source_class: "ugc" }])
})
