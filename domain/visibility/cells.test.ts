import { describe, expect, it } from "vitest"
import { listBrands } from "@/domain/ai-projects/brands/list-brands"
import { updateBrand } from "@/domain/ai-projects/brands/update-brand"
import { updateProject } from "@/domain/ai-projects/update-project"
import type { TeamFacts } from "@/domain/kernel/context"
import { Deadline } from "@/domain/kernel/deadline"
import { run } from "@/domain/kernel/operation"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { recountProject } from "@/domain/scans/recount/recount-project"
import { writeMetrics } from "@/domain/scans/write-metrics"
import { type AnswerFileLine, answerFile, answerLine } from "@/domain/testing/answer-lines"
import { asKey, asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { getMetrics } from "./get-metrics"
import type { MetricsRow } from "./metrics-table"
import { seededRandom } from "./statistics/seeded-random"

/**
 * Four scans in ten days of March. The seed decides which answers exist and which brands and sources they name; 30% are
 * missing.
 */
function lines(seed: string): AnswerFileLine[] {
  const random = seededRandom(seed)
  const brands = ["Bose", "Sony", "JBL", "Anker"]
  const days = ["2026-03-02", "2026-03-04", "2026-03-09", "2026-03-11"]
  const prompts = ["best one", "cheap one", "light one", "is Bose good?", "Bose or Sony?"]
  return days.flatMap((day) =>
    prompts.flatMap((prompt) =>
      ["chatgpt", "gemini", "perplexity"].flatMap((engine) =>
        [1, 2, 3].flatMap((run) => {
          if (random() < 0.3) return []
          const named = brands.filter((_, i) => random() < 0.8 / (i + 1))
          const sources = ["bose.com", "x.example", "y.example"].filter(() => random() < 0.4)
          return [
            answerLine({
              prompt,
              engine,
              run,
              asked_at: `${day}T10:00:00Z`,
              response: `${named.join(", ")}.`,
              labelled_brands: named,
              sources: sources.map((domain) => ({ url: `https://${domain}/${run}` })),
            }),
          ]
        }),
      ),
    ),
  )
}

async function project(team: TeamFacts, seed: string) {
  await importAnswers({ teamId: team.id, file: answerFile(lines(seed)), project: "Panel", own: "Bose" })
  return (await inTeam(team.id, () => prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } }))).id
}

type Query = Partial<Parameters<typeof run<typeof getMetrics>>[2]>

/** Queries March 2026. Returns the data and warning codes without the echo of the query. */
async function ask(team: TeamFacts, project_id: string, query: Query) {
  const march = { from: "2026-03-01", to: "2026-03-31" }
  const { data, meta } = await run(getMetrics, asKey(team), { project_id, ...march, ...query })
  const codes = meta.warnings?.map(({ code }) => code)
  return about({ data, codes })
}

/** Rounds numbers to nine significant digits: sums of fractions vary in the last digits with the order of addition. */
const about = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, one) => (typeof one === "number" ? Number(one.toPrecision(9)) : one))

const count = (team: TeamFacts, project_id: string, scan_id: string) =>
  inTeam(team.id, () => prisma.$transaction((tx) => writeMetrics(tx, { team_id: team.id, project_id, scan_id })))

const scansOf = (team: TeamFacts) => inTeam(team.id, () => prisma.scan.findMany({ orderBy: { finished_at: "asc" } }))

const questions: Query[] = [
  {},
  { group_by: [] },
  { group_by: ["brand", "engine"], compare: "custom", compare_from: "2026-03-01", compare_to: "2026-03-05" },
  { group_by: ["brand", "week"] },
  { group_by: ["brand", "date", "engine"], prompt_scope: "all" },
  { group_by: ["month", "region"], prompt_scope: "branded" },
  { group_by: ["brand", "scan"], engine: ["chatgpt", "gemini"] },
  { region: ["IT"] },
  { limit: 2, group_by: ["brand", "week"] },
  { group_by: ["engine"], ci_scope: "population" },
]

describe("sums of scans and sums of cells", () => {
  it("gives the same metrics from cells (a query with all prompt ids) as from scans (a query without)", async () => {
    for (const seed of ["a", "b", "c"]) {
      const team = await freshTeam()
      const project_id = await project(team, seed)
      const prompts = await inTeam(team.id, () => prisma.aiPrompt.findMany({ where: { team_id: team.id } }))
      for (const question of questions) {
        const together = await ask(team, project_id, question)
        expect(await ask(team, project_id, { ...question, prompt_id: prompts.map(({ id }) => id) })).toEqual(together)
      }
    }
  })

  it("returns prompts and topics that add up to the total", async () => {
    const team = await freshTeam()
    const project_id = await project(team, "d")
    const counts = (row: MetricsRow) => [
      row.answers_n,
      row.cells_n,
      row.prompts_n,
      row.gap_prompts.numerator,
      row.visibility.numerator,
      row.top3_rate.numerator,
      row.average_position.numerator,
      row.citation_rate.numerator,
      row.citation_share.numerator,
    ]
    const [whole, parts] = await Promise.all([
      ask(team, project_id, { group_by: [], prompt_scope: "all" }),
      ask(team, project_id, { group_by: ["topic", "prompt"], prompt_scope: "all" }),
    ])
    const added = parts.data.rows.map(counts).reduce((sum, row) => sum.map((n, i) => n + (row[i] ?? 0)))
    expect(parts.data.rows).toHaveLength(5)
    expect(added).toEqual(whole.data.rows.map(counts)[0])
    expect(parts.data.totals).toEqual(whole.data.totals)
  })
})

const rowAnswers = async (team: TeamFacts, project_id: string) =>
  (await ask(team, project_id, {})).data.rows.map(({ answers_n }) => answers_n)

describe("changes after scans were counted", () => {
  it("a prompt that became branded counts as such before and after its scans are recounted", async () => {
    const team = await freshTeam()
    const project_id = await project(team, "f")
    const before = await ask(team, project_id, {})
    const own = await inTeam(team.id, () => prisma.aiBrand.findFirstOrThrow({ where: { project_id, kind: "own" } }))
    await run(updateBrand, asPerson(team), { brand_id: own.id, aliases: [...own.aliases, "best one"] })
    const asked = [{}, { group_by: ["brand" as const, "week" as const] }, { prompt_scope: "branded" as const }]
    const answers = async () =>
      (await Promise.all(asked.map((question) => ask(team, project_id, question)))).map(
        ({ data }) => data.totals.answers_n,
      )
    const during = await answers()
    expect(during[0]).toBeLessThan(before.data.totals.answers_n)
    expect(await rowAnswers(team, project_id)).toEqual([during[0], during[0], during[0], during[0]])
    await recountProject(project_id, new Deadline(60_000))
    expect(await answers()).toEqual(during)
    expect(await rowAnswers(team, project_id)).toEqual([during[0], during[0], during[0], during[0]])
  })

  it.each(["aiVisibility.updateBrand", "aiVisibility.updateProject"])(
    "a discovered brand that %s makes a competitor has no metrics until its scans are recounted",
    async (operation) => {
      const team = await freshTeam()
      const ada = asPerson(team)
      const project_id = await project(team, "i")
      const before = await ask(team, project_id, {})
      const { id } = await inTeam(team.id, () => prisma.aiBrand.findFirstOrThrow({ where: { name: "Sony" } }))
      await run(updateBrand, ada, { brand_id: id, kind: "discovered" })
      await recountProject(project_id, new Deadline(60_000))
      await (operation === updateBrand.id
        ? run(updateBrand, ada, { brand_id: id, kind: "competitor" })
        : run(updateProject, ada, { project_id, add_competitors: [{ name: "Sony" }] }))
      const { data: brands } = await run(listBrands, ada, { project_id })
      expect(brands.find((brand) => brand.id === id)).toMatchObject({ kind: "competitor", latest: null })
      const { data: during } = await ask(team, project_id, {})
      expect(during.rows.map(({ brand }) => brand.name).sort()).toEqual(["Anker", "Bose", "JBL"])
      await recountProject(project_id, new Deadline(60_000))
      expect(await ask(team, project_id, {})).toEqual(before)
    },
  )

  it("a brand that some scans did not count has metrics from the other scans only", async () => {
    const team = await freshTeam()
    const project_id = await project(team, "g")
    const [first, ...others] = await scansOf(team)
    const sony = (await inTeam(team.id, () => prisma.aiBrand.findFirstOrThrow({ where: { name: "Sony" } }))).id
    const ofFirst = { where: { scan_id: first?.id ?? "", brand_id: sony } }
    await inTeam(team.id, async () => {
      await prisma.visibilityScanBrand.deleteMany(ofFirst)
      await prisma.visibilityCellBrand.deleteMany(ofFirst)
    })
    const since = { from: others[0]?.finished_at?.toISOString().slice(0, 10) ?? "", brand_id: [sony] }
    for (const group_by of [["brand"], ["engine"], ["prompt"], ["topic", "engine"]] as const) {
      const asked = { brand_id: [sony], group_by: [...group_by] }
      const all = await ask(team, project_id, asked)
      const later = await ask(team, project_id, { ...asked, ...since })
      const counts = ({ data }: typeof all) =>
        data.rows.map(({ visibility, top1_rate, prominence, average_position, answers_n, citation_rate }) => [
          answers_n,
          ...[visibility, top1_rate, prominence, average_position, citation_rate].map(({ ci, ...metric }) => metric),
        ])
      expect(counts(all)).toEqual(counts(later))
      expect(all.data.rows[0]?.cells_n).toBeGreaterThanOrEqual(later.data.rows[0]?.cells_n ?? 0)
    }
  })

  it("does not compare a cell whose engine configuration changed during the scan", async () => {
    const team = await freshTeam()
    const project_id = await project(team, "h")
    const scans = await scansOf(team)
    const asked = { scan_id: scans[3]?.id ?? "", compare: "previous_period" as const, group_by: ["brand", "engine"] }
    const compared = async () => {
      const { data } = await run(getMetrics, asKey(team), { project_id, ...asked } as never)
      return new Map(data.rows.map((row) => [row.group.engine ?? "", row.change?.cells_compared ?? 0]))
    }
    const before = await compared()
    await inTeam(team.id, async () => {
      const { id: prompt_id } = await prisma.aiPrompt.findFirstOrThrow({ where: { text: "best one" } })
      const where = { scan_id: asked.scan_id, engine_id: "gemini", prompt_id }
      const { id } = await prisma.answer.findFirstOrThrow({ where })
      await prisma.answer.updateMany({ where: { id }, data: { engine_config_hash: "new" } })
    })
    await count(team, project_id, asked.scan_id)
    const after = await compared()
    expect([...before]).toEqual([...after].map(([engine, n]) => [engine, engine === "gemini" ? n + 1 : n]))
    expect(after.get("gemini")).toBeGreaterThan(0)
  })
})
