import { describe, expect, it } from "vitest"
import type { TeamFacts } from "@/domain/context"
import { writeFigures } from "@/domain/scans/write-figures"
import { type AnswerFileLine, answerFile, answerLine } from "@/domain/testing/answer-lines"
import { freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { importAnswers } from "../import-answers"
import { seededRandom } from "../statistics/seeded-random"
import { chooseScans, loadProjectScene } from "./chosen-scans"
import { pairCells } from "./compare-cells"
import { type Counted, countGroups } from "./count-groups"
import { countRollups } from "./count-rollups"
import { type MetricsQuery, metricsInput } from "./metrics-query"
import { type PairedGroup, pairRollups } from "./pair-rollups"

/** Four scans in ten days of March; panels, runs and answers as the seed will have them, with gaps everywhere. */
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

/** A question of March, counted in both ways. */
async function bothWays(team: TeamFacts, project_id: string, asked: Partial<MetricsQuery>) {
  const query = metricsInput.parse({ project_id, from: "2026-03-01", to: "2026-03-31", ...asked })
  return inTeam(team.id, async () => {
    const scene = await loadProjectScene(team.id, project_id)
    const { scans } = await chooseScans(scene, query, new Date())
    return {
      rollups: await countRollups(scene, scans, query, query.limit),
      cells: await countGroups(scene, scans, query, query.limit),
    }
  })
}

/** Sums of fractions differ in their last digits by the order in which they are added; a group need not say its key twice. */
const tidied = (counted: Counted | null): unknown =>
  JSON.parse(JSON.stringify(counted), (key, value) => {
    if (key === "whole") return { ...value, g: undefined }
    return typeof value === "number" ? Number(value.toPrecision(12)) : value
  })

const questions: Partial<MetricsQuery>[] = [
  {},
  { group_by: [] },
  { group_by: ["brand", "engine"] },
  { group_by: ["brand", "week"] },
  { group_by: ["brand", "date", "engine"], prompt_scope: "all" },
  { group_by: ["month", "region"], prompt_scope: "branded" },
  { group_by: ["brand", "scan"], engine: ["chatgpt", "gemini"] },
  { region: ["IT"] },
  { limit: 2, group_by: ["brand", "week"] },
]

describe("pairing from rollups", () => {
  const weeks = { from: "2026-03-08", to: "2026-03-14", compare: "previous_period" as const }
  const sorted = (pairs: readonly PairedGroup[] | null) =>
    (pairs ?? [])
      .map((pair) => ({ ...pair, sum: pair.sum.toFixed(9), squares: pair.squares.toFixed(9) }))
      .sort((a, b) => (`${a.g} ${a.brand_id}` < `${b.g} ${b.brand_id}` ? -1 : 1))

  async function bothPairs(team: TeamFacts, project_id: string, asked: Partial<MetricsQuery>) {
    const query = metricsInput.parse({ project_id, ...weeks, ...asked })
    return inTeam(team.id, async () => {
      const scene = await loadProjectScene(team.id, project_id)
      const { scans, before } = await chooseScans(scene, query, new Date())
      return {
        rollups: await pairRollups(scene, scans, before ?? [], query),
        cells: await pairCells(scene, scans, before ?? [], query),
      }
    })
  }

  it("says the same as pairing cells, also where an engine has changed", async () => {
    const team = await freshTeam()
    const project_id = await project(team, "g")
    const asked = [{}, { group_by: ["brand" as const, "engine" as const], prompt_scope: "all" as const }]
    for (const question of asked) {
      const { rollups, cells } = await bothPairs(team, project_id, question)
      expect(sorted(rollups)).toEqual(sorted(cells))
      expect(rollups?.every((pair) => pair.common > 0)).toBe(true)
    }
    const scans = await inTeam(team.id, () => prisma.scan.findMany({ orderBy: { finished_at: "asc" } }))
    const where = { scan_id: scans[3]?.id ?? "", engine_id: "gemini" }
    await inTeam(team.id, async () => {
      await prisma.answer.updateMany({ where, data: { engine_config_hash: "another" } })
      await prisma.$transaction((tx) => writeFigures(tx, { team_id: team.id, project_id, scan_id: where.scan_id }))
    })
    const { rollups, cells } = await bothPairs(team, project_id, {})
    expect(sorted(rollups)).toEqual(sorted(cells))
    expect(rollups?.every((pair) => pair.common < pair.cellsNow)).toBe(true)
  })
})

describe("counting from rollups", () => {
  it("says the same as counting from cells, whatever is asked", async () => {
    const team = await freshTeam()
    const project_id = await project(team, "a")
    for (const question of questions) {
      const { rollups, cells } = await bothWays(team, project_id, question)
      expect(rollups).not.toBeNull()
      expect(tidied(rollups)).toEqual(tidied(cells))
    }
  })

  it("says the same whatever the answers are", async () => {
    for (const seed of ["b", "c", "d"]) {
      const team = await freshTeam()
      const { rollups, cells } = await bothWays(team, await project(team, seed), { group_by: ["brand", "engine"] })
      expect(tidied(rollups)).toEqual(tidied(cells))
      expect(rollups?.rows.length).toBeGreaterThan(6)
    }
  })

  it("is left to cells where prompts are told apart", async () => {
    const team = await freshTeam()
    const project_id = await project(team, "e")
    for (const question of [
      { group_by: ["prompt" as const] },
      { tag: ["x"] },
      { group_by: ["brand" as const, "topic" as const] },
    ])
      expect((await bothWays(team, project_id, question)).rollups).toBeNull()
  })

  it("is left to cells where a prompt became branded, or a brand was tracked, after a scan was counted", async () => {
    const team = await freshTeam()
    const project_id = await project(team, "f")
    const where = { team_id: team.id, project_id, text: "best one" }
    const branded = (is_branded: boolean) =>
      inTeam(team.id, () => prisma.aiPrompt.updateMany({ where, data: { is_branded } }))
    await branded(true)
    expect((await bothWays(team, project_id, {})).rollups).toBeNull()
    await branded(false)
    expect((await bothWays(team, project_id, {})).rollups).not.toBeNull()
    const [first] = await inTeam(team.id, () => prisma.scan.findMany({ where: { team_id: team.id } }))
    await inTeam(team.id, () =>
      prisma.aiMetricRollup.deleteMany({
        where: { scan_id: first?.id ?? "", NOT: { brand_id: "" }, engine_id: "gemini" },
      }),
    )
    expect((await bothWays(team, project_id, {})).rollups).toBeNull()
  })
})
