import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { importAnswers } from "@/domain/scans/import/import-answers"
import { collectionsOf } from "@/domain/testing/answer-collections"
import { answerFile } from "@/domain/testing/answer-lines"
import { asKey, freshTeam } from "@/domain/testing/team"
import { inTeam, prisma } from "@/prisma/client"
import { getMetrics } from "./get-metrics"
import { metricOf } from "./metrics"
import type { Metric, MetricsRow } from "./metrics-table"
import { ratioNames, type Sums, type SumsOfSquares, sumColumns } from "./ratios"
import { wilson } from "./statistics/precision"
import { type FactBrand, type PanelFacts, type PanelSize, randomPanel, storePanel } from "./testing/panel-facts"

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

function metricsIn(row: MetricsRow): [string, Metric][] {
  const { stability, ...others } = row
  const plain = Object.entries(others).filter(([, one]) => typeof one === "object" && one !== null && "ci" in one)
  return [...(plain as [string, Metric][]), ["of_brands", stability.of_brands], ["of_domains", stability.of_domains]]
}
/** `meanRatio`: how many times as wide as Wilson's intervals the population intervals are. */
const collections = collectionsOf({
  made: {
    names: ["Norvik", "Tavola", "Briskett", "Ondine", "Pildra"],
    period: { from: "2026-03-01", to: "2026-03-31" },
    meanRatio: 4.1,
  },
  real: {
    names: ["Sony", "Philips", "Ninja", "Breville", "JBL", "Jabra", "Oral-B", "Samsonite"],
    period: { from: "2024-01-01", to: "2026-01-01" },
    meanRatio: 5.6,
  },
})
const noSums = Object.fromEntries(sumColumns.map((name) => [name, 0])) as Sums
const noSquares = Object.fromEntries(ratioNames.map((name) => [name, [0, 0, 0]])) as unknown as SumsOfSquares
const width = ({ ci }: Metric) => (ci ? ci.high - ci.low : Number.NaN)

const methodsIn = (row: MetricsRow) => new Set(metricsIn(row).flatMap(([, { ci }]) => ci?.method ?? []))

describe("panel intervals", () => {
  it("contain the value, and are equal on every request and for every selection of rows", async () => {
    const team = await freshTeam()
    const { ask } = await asked(team)
    const { rows } = (await ask()).data
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows)
      for (const [name, { value, ci }] of metricsIn(row)) {
        // Below five mentions, the sentiment has too few answers for an interval.
        if (value === null || (row.visibility.numerator < 5 && ci === null)) expect(ci).toBeNull()
        else expect([name, ci?.scope, ci && ci.low <= value && value <= ci.high]).toEqual([name, "panel", true])
        if (ci) expect(ci.high - ci.low).toBeGreaterThan(0)
      }
    expect(rows[0]?.visibility.numerator).toBeGreaterThan(5)
    expect((await ask()).data.rows).toEqual(rows)
    const last = rows.at(-1)
    expect((await ask({ brand_id: [last?.brand.id ?? ""] })).data.rows).toEqual([last])
  })

  it("come from the answers within cells below four scans, and from scans otherwise", async () => {
    const three = await asked(await freshTeam(), { scans: 3 })
    const four = await asked(await freshTeam(), { scans: 4 })
    const [few] = (await three.ask()).data.rows
    const [enough] = (await four.ask()).data.rows
    expect(methodsIn(few as MetricsRow)).toEqual(new Set(["wilson", "within_cells", "between_cells"]))
    expect(methodsIn(enough as MetricsRow)).toEqual(new Set(["wilson", "between_scans", "between_cells"]))
    expect(enough?.visibility.ci?.design_effect).toBeGreaterThan(0)
    expect(enough?.share_of_voice.ci?.design_effect).toBeGreaterThan(0)
  })

  it("report the variance as a multiple of that of independent answers, for every metric", async () => {
    const brandOf = ({ mentions }: PanelFacts["answers"][number], brand: FactBrand) =>
      mentions.find((mention) => mention.brand === brand)
    for (const scans of [1, 5]) {
      const { ask, facts } = await asked(await freshTeam(), { scans, regions: 0 })
      const { rows } = (await ask()).data
      for (const { brand, ...row } of rows)
        for (const [name, { value, ci }] of metricsIn({ brand, ...row }))
          if (value !== null && ci)
            expect([name, ci.design_effect], `${scans} scans`).toEqual([name, expect.any(Number)])
      // Recomputed for one brand from the answers: z = y - R x, and the variance of independent answers is sum(z²) / x².
      const { average_position, share_of_voice, brand } = rows[0] as MetricsRow
      const own = facts.brands.find(({ id }) => id === brand.id) as FactBrand
      const tracked = facts.brands.filter(({ kind }) => kind === "own" || kind === "competitor")
      const inMarch = facts.answers.filter(({ scan }) => scan.date.startsWith("2026-03"))
      const ranks = inMarch.flatMap((answer) => brandOf(answer, own)?.rank ?? [])
      const voices = inMarch.map((answer) => ({
        y: brandOf(answer, own) ? 1 : 0,
        x: answer.mentions.filter((mention) => tracked.includes(mention.brand)).length,
      }))
      for (const [metric, added, halfWidth] of [
        [average_position, ranks.map((y) => ({ y, x: 1 })), Math.log],
        [share_of_voice, voices, (p: number) => Math.log(p / (1 - p))],
      ] as const) {
        const { value, denominator, ci } = metric as Metric & { value: number; ci: NonNullable<Metric["ci"]> }
        const independent = added.reduce((sum, { y, x }) => sum + (y - value * x) ** 2, 0) / denominator ** 2
        const slope = metric === average_position ? 1 / value : 1 / (value * (1 - value))
        const t =
          (halfWidth(ci.high) - halfWidth(value)) /
          slope /
          Math.sqrt(ci.design_effect as number) /
          Math.sqrt(independent)
        // What remains is the quantile of Student's t distribution.
        expect(t).toBeGreaterThan(1.959)
        expect(t).toBeLessThan(scans === 1 ? 2.3 : 4.5)
      }
    }
  })

  it("are Wilson's for shares and ratios of few mentions, and missing with the reason for other metrics", async () => {
    const team = await freshTeam()
    const onlyFour = (facts: PanelFacts) => {
      for (const [i, answer] of facts.answers.entries())
        answer.mentions = i < 4 ? [{ brand: facts.brands[0] as FactBrand, rank: 1, sentiment: null }] : []
    }
    const { ask } = await asked(team, {}, onlyFour)
    const [row] = (await ask({ group_by: [] })).data.rows
    expect(row?.visibility).toMatchObject({ numerator: 4, ci: { method: "wilson" } })
    expect(row?.visibility.ci?.design_effect).toBeGreaterThanOrEqual(1)
    expect(row?.share_of_voice).toMatchObject({ value: 1, ci: { method: "wilson", high: 1 }, no_interval: null })
    expect(row?.prominence.ci?.method).toBe("wilson")
    expect(row?.average_position).toMatchObject({ value: null, ci: null, no_interval: "nothing_counted" })
  })

  it("do not claim certainty when all answers of a cell agree", async () => {
    const team = await freshTeam()
    const agreed = (facts: PanelFacts) => {
      const [first, ...others] = facts.prompts
      for (const answer of facts.answers)
        answer.mentions =
          answer.prompt === first ? [{ brand: facts.brands[0] as FactBrand, rank: 1, sentiment: null }] : []
      expect(others.length).toBe(1)
    }
    const { ask } = await asked(team, { prompts: 2, runs: 8, topics: 0 }, agreed)
    const [row] = (await ask({ group_by: [] })).data.rows
    expect(row?.visibility.ci?.method).toBe("wilson")
    expect(row?.average_position).toMatchObject({ value: 1, ci: null, no_interval: "too_few_events" })
    expect(width(row?.visibility as Metric)).toBeGreaterThan(0.2)
  })

  it("do not come from rounding errors of sums when all answers are alike", () => {
    // Sums that Postgres returned for 60 answers in three scans, each with a prominence of 1 / log2(3).
    const sums = { ...noSums, answers: 60, mentioned: 60, prominence_sum: 37.85578521428745 }
    const ofProminence = (...values: [number, number, number]) => ({ ...noSquares, prominence: values })
    const prominence = metricOf("prominence", sums, {
      unit: "scan",
      units: 3,
      sumsOfSquares: ofProminence(515.9017707084952, 817.684960628609, 1296),
      withinCells: { df: 57, expansionFactor: 1, sumsOfSquares: ofProminence(6.5e-14, 0, 0), betweenScans: null },
      answerSquares: ofProminence(23.884341236504397, 37.85578521428745, 60),
      answersPerCell: 12,
    })
    expect(prominence).toMatchObject({ value: 0.630929753571, ci: { method: "wilson", design_effect: 1 } })
  })

  it("are finite if one scan has nearly all answers", () => {
    const intervalOf = (first: number, second: number) => {
      const sums = { ...noSums, answers: 2_000, cited: 3, grounded: first + second }
      return metricOf("citation_rate_grounded", sums, {
        unit: "scan",
        units: 4,
        sumsOfSquares: { ...noSquares, citation_rate_grounded: [9, 3 * first, first ** 2 + second ** 2] },
        withinCells: undefined,
        answerSquares: { ...noSquares, citation_rate_grounded: [3, 3, sums.grounded] },
        answersPerCell: 10,
      }).ci
    }
    const assumed = 3.7 // 1 + 0.3 * 9
    expect(intervalOf(400, 0)).toMatchObject({ method: "wilson", design_effect: assumed })
    expect(intervalOf(400, 1)).toMatchObject({ method: "wilson", design_effect: assumed })
    // R = 3 / 440. The residuals of the two scans are 0.27 and -0.27, and their effective number is 1.2.
    const r = 3 / 440
    const units = 440 ** 2 / (400 ** 2 + 40 ** 2)
    const betweenScans = (units / (units - 1)) * 2 * (3 - 400 * r) ** 2
    const designEffect = (betweenScans / (3 * (1 - r))) * (12.7062 / 1.96) ** 2
    expect(intervalOf(400, 40)).toMatchObject({ method: "wilson", design_effect: expect.closeTo(designEffect, 2) })
  })

  it("of few mentions in several scans assume a correlation of 0.3 between the runs of a scan", async () => {
    const team = await freshTeam()
    const mentionedTwice = ({ answers, scans, brands }: PanelFacts) => {
      for (const answer of answers) answer.mentions = []
      for (const { id } of scans.slice(0, 2)) {
        const answer = answers.find(({ scan }) => scan.id === id)
        if (answer) answer.mentions = [{ brand: brands[0] as FactBrand, rank: 1, sentiment: null }]
      }
    }
    const panel = { prompts: 2, engines: 1, runs: 15, scans: 6, topics: 0, isSteady: true }
    const { ask, facts } = await asked(team, panel, mentionedTwice)
    const [row] = (await ask({ group_by: [] })).data.rows
    const scansInMarch = facts.scans.filter(({ date }) => date.startsWith("2026-03")).length
    const answers = row?.visibility.denominator ?? 0
    const runs = answers / panel.prompts / scansInMarch
    const designEffect = 1 + 0.3 * (runs - 1)
    const expected = wilson(2 / designEffect, answers / designEffect)
    expect(row?.visibility).toMatchObject({ numerator: 2, ci: { method: "wilson" } })
    expect(row?.visibility.ci?.low).toBeCloseTo(expected?.low ?? Number.NaN, 6)
    expect(row?.visibility.ci?.high).toBeCloseTo(expected?.high ?? Number.NaN, 6)
  })

  it("above 250,000 answers are not computed within cells, prompts are not counted, and a warning says so", async () => {
    const team = await freshTeam()
    const { ask, facts } = await asked(team)
    await inTeam(team.id, () =>
      prisma.scan.updateMany({ where: { id: facts.scans[0]?.id ?? "" }, data: { answers_valid: 250_001 } }),
    )
    const { data, meta } = await ask()
    expect(meta.warnings?.map(({ code }) => code)).toContain("prompt_metrics_left_out")
    expect(meta.warnings?.map(({ message }) => message).join()).toContain("average_position has none")
    for (const row of data.rows) {
      expect([row.prompt_coverage.value, row.gap_prompts.value]).toEqual([null, null])
      expect(row.average_position.no_interval).toMatch(/^(left_out|too_few_events|nothing_counted)$/)
      expect(row.visibility.ci?.method).toBe("wilson")
      expect(row.answers_n).toBeGreaterThan(0)
    }
    await inTeam(team.id, () =>
      prisma.scan.updateMany({ where: { id: facts.scans[0]?.id ?? "" }, data: { answers_valid: 250_000 } }),
    )
    expect((await ask()).data.rows[0]?.prompt_coverage.value).not.toBeNull()
  })
})

describe("population intervals", () => {
  it("compare topics, contain the value and are equal on every request", async () => {
    const team = await freshTeam()
    const { ask } = await asked(team)
    const panel = (await ask()).data.rows
    const { data, meta } = await ask({ ci_scope: "population" })
    expect(meta.query).toMatchObject({ ci_scope: "population" })
    expect(meta.warnings?.map(({ code }) => code)).not.toContain("too_few_topics")
    const found = data.rows.flatMap((row, i) => {
      const before = new Map(metricsIn(panel[i] as MetricsRow))
      return metricsIn(row).flatMap(([name, metric]) => {
        const withoutInterval = { ci: null, no_interval: null }
        expect({ ...metric, ...withoutInterval }).toEqual({ ...before.get(name), ...withoutInterval })
        const { value, ci } = metric
        if (ci) expect(ci.scope).toBe("population")
        if (ci) expect(["between_topics", "wilson"]).toContain(ci.method)
        if (ci) expect(value !== null && ci.low <= value && value <= ci.high).toBe(true)
        return ci?.method === "between_topics" ? [name] : []
      })
    })
    for (const name of ["visibility", "share_of_voice", "average_position", "citation_share", "sentiment_score"])
      expect(found).toContain(name)
    expect((await ask({ ci_scope: "population" })).data.rows).toEqual(data.rows)
    expect(data.totals.stability.of_brands.ci).toBeNull()
    expect(data.totals.stability.of_domains.ci).toBeNull()
  })

  it("count each topic as one answer if few topics have the event", async () => {
    const team = await freshTeam()
    const onlyTwoTopics = (facts: PanelFacts) => {
      for (const [i, prompt] of facts.prompts.entries()) prompt.topic = facts.topics[i % 10] ?? null
      for (const answer of facts.answers)
        answer.mentions = facts.topics.slice(0, 2).includes(answer.prompt.topic ?? "")
          ? [{ brand: facts.brands[0] as FactBrand, rank: 1, sentiment: null }]
          : []
    }
    const { ask } = await asked(team, {}, onlyTwoTopics)
    const [row] = (await ask({ ci_scope: "population" })).data.rows
    expect(row?.visibility).toMatchObject({ value: 0.2, ci: { method: "wilson", scope: "population" } })
    const ofTenAnswers = wilson(2, 10) ?? { low: 0, high: 0 }
    expect(width(row?.visibility as Metric)).toBeGreaterThan(ofTenAnswers.high - ofTenAnswers.low)
    expect(row?.average_position).toMatchObject({ value: 1, ci: null, no_interval: "too_few_topics" })
  })

  it("are missing below 10 topics, and a warning gives the reason", async () => {
    const team = await freshTeam()
    const noTopics = (facts: PanelFacts) => {
      for (const prompt of facts.prompts) prompt.topic = null
    }
    const { ask } = await asked(team, {}, noTopics)
    const { data, meta } = await ask({ ci_scope: "population", compare: "previous_period" })
    for (const row of data.rows) for (const [, { ci }] of metricsIn(row)) expect(ci).toBeNull()
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
    expect(data.rows.length).toBeGreaterThan(1)
    expect(data.rows.every(({ visibility }) => visibility.ci === null)).toBe(true)
    expect(meta.warnings?.map(({ code }) => code)).toContain("too_few_topics")
    const byEngine = await ask({ ci_scope: "population", group_by: ["brand", "engine"] })
    const often = byEngine.data.rows.filter(
      ({ visibility: { numerator, denominator } }) => Math.min(numerator, denominator - numerator) >= 5,
    )
    expect(often.length).toBeGreaterThan(1)
    expect(often.every(({ visibility }) => visibility.ci?.scope === "population")).toBe(true)
  })

  it.each(collections)(
    "are several times as wide as Wilson's on $title with one topic per prompt set",
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
      }
      const { rows } = (await run(getMetrics, asKey(team), { ...period, ci_scope: "population" })).data
      const ratios = rows.map(({ visibility }) => {
        const bounds = wilson(visibility.numerator, visibility.denominator) ?? { low: 0, high: 0 }
        return width(visibility) / (bounds.high - bounds.low)
      })
      expect(ratios).toHaveLength(expected.names.length)
      for (const ratio of ratios) expect([ratio > 2.6, ratio < 8.5]).toEqual([true, true])
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
          for (const [, { value, ci }] of metricsIn(row))
            if (ci) expect(value !== null && ci.low <= value && value <= ci.high).toBe(true)
    }),
    { numRuns: 4 },
  )
})
