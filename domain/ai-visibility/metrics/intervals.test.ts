import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { collectionsOf } from "@/domain/testing/answer-collections"
import { answerFile } from "@/domain/testing/answer-lines"
import { asKey, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { getMetrics } from "../get-metrics"
import { importAnswers } from "../import-answers"
import { type PanelFacts, type PanelSize, randomPanel, storePanel } from "../testing/panel-facts"
import type { Figure, MetricsRow } from "./metrics-table"

const size: PanelSize = { seed: "a", prompts: 30, engines: 2, regions: 0, runs: 3, scans: 1, brands: 4, topics: 14 }

/** Stores a panel whose scans all completed. Returns a function that queries March 2026. */
async function asked(team: TeamFacts, more: Partial<PanelSize> = {}, edit = (_: PanelFacts) => {}) {
  const facts = randomPanel({ ...size, ...more })
  for (const scan of facts.scans) scan.status = "completed"
  edit(facts)
  const project_id = await storePanel(team, facts)
  type Query = Omit<Parameters<typeof run<typeof getMetrics>>[2], "project_id">
  const ask = (query: Query = {}) =>
    run(getMetrics, asKey(team), { project_id, from: "2026-03-01", to: "2026-03-31", prompt_scope: "all", ...query })
  return { ask, facts }
}

const figuresIn = (row: MetricsRow): [string, Figure][] => {
  const { stability, ...others } = row
  const plain = Object.entries(others).filter(([, one]) => typeof one === "object" && one !== null && "ci" in one)
  return [...(plain as [string, Figure][]), ["of_brands", stability.of_brands], ["of_domains", stability.of_domains]]
}
/**
 * `meanRatio`: how many times as wide as the panel's the population intervals are. Resamples are seeded by scan ids, so each
 * ratio varies by about a tenth between test runs.
 */
const collections = collectionsOf({
  made: {
    names: ["Norvik", "Tavola", "Briskett", "Ondine", "Pildra"],
    period: { from: "2026-03-01", to: "2026-03-31" },
    meanRatio: 3.6,
  },
  real: {
    names: ["Sony", "Philips", "Ninja", "Breville", "JBL", "Jabra", "Oral-B", "Samsonite"],
    period: { from: "2024-01-01", to: "2026-01-01" },
    meanRatio: 3.8,
  },
})
const width = ({ ci }: Figure) => (ci ? ci.high - ci.low : Number.NaN)

describe("panel intervals", () => {
  it("every metric has an interval that contains its value, equal on every request and for every selection of rows", async () => {
    const team = await freshTeam()
    const { ask } = await asked(team)
    const { rows } = (await ask()).data
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows)
      for (const [name, { value, ci }] of figuresIn(row)) {
        if (value === null) expect(ci).toBeNull()
        else expect([name, ci?.scope, ci && ci.low <= value && value <= ci.high]).toEqual([name, "panel", true])
        if (ci) expect(ci.high - ci.low).toBeGreaterThan(0)
      }
    expect((await ask()).data.rows).toEqual(rows)
    const last = rows.at(-1)
    expect((await ask({ brand_id: [last?.brand.id ?? ""] })).data.rows).toEqual([last])
  })

  it("leaves intervals out of large responses with a warning, unless intervals=bootstrap", async () => {
    const team = await freshTeam()
    const allTracked = (facts: PanelFacts) => {
      for (const brand of facts.brands.slice(1)) brand.kind = "competitor"
    }
    const { ask } = await asked(team, { prompts: 130, engines: 3, brands: 6, topics: 1, runs: 2 }, allTracked)
    const large = await ask()
    expect(large.data.rows[0]?.share_of_voice.ci).toBeNull()
    expect(large.data.rows[0]?.visibility.ci).not.toBeNull()
    expect(large.meta.warnings?.map(({ code }) => code)).toContain("intervals_left_out")
    const wished = await ask({ intervals: "bootstrap" })
    expect(wished.data.rows[0]?.share_of_voice.ci).not.toBeNull()
    expect(wished.meta.warnings?.map(({ code }) => code)).not.toContain("intervals_left_out")
    expect((await ask({ intervals: "quick" })).meta.warnings?.map(({ code }) => code)).toEqual(
      wished.meta.warnings?.map(({ code }) => code),
    )
  })

  it("gives no zero-width interval when resamples cannot differ", async () => {
    const team = await freshTeam()
    const { ask } = await asked(team, { prompts: 1, engines: 1, runs: 4, topics: 0 })
    for (const row of (await ask()).data.rows) {
      expect([row.share_of_voice.ci, row.prominence.ci]).toEqual([null, null]) // only one cell
      expect(width(row.visibility)).toBeGreaterThan(0.3)
    }
  })
})

describe("population intervals", () => {
  it("contain the panel's interval and are equal on every request", async () => {
    const team = await freshTeam()
    const { ask } = await asked(team)
    const panel = (await ask()).data.rows
    const { data, meta } = await ask({ ci_scope: "population" })
    expect(meta.query).toMatchObject({ ci_scope: "population" })
    expect(meta.warnings?.map(({ code }) => code)).not.toContain("too_few_topics")
    data.rows.forEach((row, i) => {
      const before = new Map(figuresIn(panel[i] as MetricsRow))
      for (const [name, figure] of figuresIn(row)) {
        const { value, ci } = figure
        if (value === null) expect(ci).toBeNull()
        else expect([name, ci?.scope, ci?.method]).toEqual([name, "population", "cluster_bootstrap"])
        if (ci) expect(value !== null && ci.low <= value && value <= ci.high).toBe(true)
        const was = before.get(name) as Figure
        expect({ ...figure, ci: null }).toEqual({ ...was, ci: null })
        if (was.ci?.method === "wilson") expect(width(figure)).toBeGreaterThanOrEqual(width(was))
      }
    })
    expect((await ask({ ci_scope: "population" })).data.rows).toEqual(data.rows)
    expect(data.totals.grounded_rate.ci).toBeNull()
  })

  it("are missing below 10 topics, and a warning gives the reason", async () => {
    const team = await freshTeam()
    const noTopics = (facts: PanelFacts) => {
      for (const prompt of facts.prompts) prompt.topic = null
    }
    const { ask } = await asked(team, {}, noTopics)
    const { data, meta } = await ask({ ci_scope: "population", compare: "previous_period" })
    for (const row of data.rows) for (const [, { ci }] of figuresIn(row)) expect(ci).toBeNull()
    expect(meta.warnings).toContainEqual({
      code: "too_few_topics",
      message: expect.stringContaining("needs answers to prompts of at least 10 topics, and these rows have one."),
      path: "data.rows",
    })
  })

  it("are returned for groups with enough topics", async () => {
    const team = await freshTeam()
    const { ask } = await asked(team)
    const { data, meta } = await ask({ ci_scope: "population", group_by: ["brand", "topic"] })
    expect(data.rows.every(({ visibility }) => visibility.ci === null)).toBe(true)
    expect(meta.warnings?.map(({ code }) => code)).toContain("too_few_topics")
    const byEngine = await ask({ ci_scope: "population", group_by: ["brand", "engine"] })
    expect(byEngine.data.rows.every(({ visibility }) => visibility.ci?.scope === "population")).toBe(true)
  })

  it.each(collections)(
    "are several times as wide as the panel's on $title with one topic per prompt set",
    async ({ answers, expected }) => {
      const team = await freshTeam()
      const lines = answers.map((answer) => ({
        ...answer,
        prompt_set: "all",
        prompt_id: `${answer.prompt_set} ${answer.prompt_id}`,
        tags: answer.prompt_set,
        labelled_brands: answer.labelled_brands.filter((name) => expected.names.includes(name)),
        labelled_products: [],
      }))
      await importAnswers({ teamId: team.id, file: answerFile(lines), project: "All" })
      const topicOf = new Map(lines.map(({ prompt, tags }) => [prompt, tags]))
      const project_id = await inTeam(team.id, async () => {
        const project = await prisma.aiProject.findFirstOrThrow({ where: { team_id: team.id } })
        for (const [set, prompts] of Map.groupBy(topicOf.keys(), (prompt) => topicOf.get(prompt) as string)) {
          const id = newId("topic")
          await prisma.aiTopic.create({ data: { id, team_id: team.id, project_id: project.id, name: set } })
          await prisma.aiPrompt.updateMany({
            where: { project_id: project.id, text: { in: prompts } },
            data: { topic_id: id },
          })
        }
        return project.id
      })
      const period = {
        project_id,
        ...expected.period,
        prompt_scope: "all" as const,
        intervals: "quick" as const,
      }
      const rows = async (ci_scope: "panel" | "population") =>
        (await run(getMetrics, asKey(team), { ...period, ci_scope })).data.rows
      const [panel, population] = [await rows("panel"), await rows("population")]
      const ratios = population.map((row, i) => width(row.visibility) / width((panel[i] as MetricsRow).visibility))
      expect(ratios).toHaveLength(expected.names.length)
      for (const ratio of ratios) expect([ratio > 2.6, ratio < 5.2]).toEqual([true, true])
      expect(Math.abs(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length - expected.meanRatio)).toBeLessThan(
        0.4,
      )
    },
  )
})

it("intervals of random panels always contain the value in both scopes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.integer({ min: 1, max: 20 }), async (seed, prompts) => {
      const { ask } = await asked(await freshTeam(), { seed, prompts })
      for (const ci_scope of ["panel", "population"] as const)
        for (const row of (await ask({ ci_scope })).data.rows)
          for (const [, { value, ci }] of figuresIn(row))
            if (ci) expect(value !== null && ci.low <= value && value <= ci.high).toBe(true)
    }),
    { numRuns: 4 },
  )
})
