import fc from "fast-check"
import { expect, it } from "vitest"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { asKey, freshTeam } from "@/domain/testing/team"
import { getMetrics } from "./get-metrics"
import type { Metric, MetricsRow } from "./metrics-table"
import { type PanelFacts, randomPanel, storePanel } from "./testing/panel-facts"

const panels = fc
  .record({
    seed: fc.string(),
    prompts: fc.integer({ min: 1, max: 8 }),
    engines: fc.integer({ min: 1, max: 3 }),
    regions: fc.integer({ min: 0, max: 2 }),
    runs: fc.integer({ min: 1, max: 3 }),
    brands: fc.integer({ min: 1, max: 5 }),
  })
  .map((size) => {
    const facts = randomPanel({ ...size, scans: 3, topics: 2 })
    for (const scan of facts.scans) scan.status = "completed"
    return facts
  })

type Query = Omit<Parameters<typeof run<typeof getMetrics>>[2], "project_id">
async function stored(team: TeamFacts, facts: PanelFacts) {
  const project_id = await storePanel(team, facts)
  return (query: Query = {}) =>
    run(getMetrics, asKey(team), { project_id, from: "2026-03-01", to: "2026-03-31", prompt_scope: "all", ...query })
}

/** The same panel with new ids, as another project could hold it. */
function copyOf(facts: PanelFacts): PanelFacts {
  const copy = structuredClone(facts)
  const topics = new Map(copy.topics.map((id) => [id, newId("topic")]))
  copy.topics = [...topics.values()]
  for (const prompt of copy.prompts) {
    prompt.topic = prompt.topic && (topics.get(prompt.topic) ?? null)
    prompt.id = newId("prompt")
  }
  for (const brand of copy.brands) brand.id = newId("brand")
  for (const scan of copy.scans) scan.id = newId("scan")
  return copy
}

/** Removes what differs between copies: ids. */
const nameless = (rows: MetricsRow[]) => rows.map(({ brand, ...row }) => ({ brand: [brand.name, brand.kind], ...row }))
const plain = { group_by: ["brand", "engine", "week"] as const }
const asked = { ...plain, group_by: [...plain.group_by] }

const check = (property: (team: TeamFacts, facts: PanelFacts) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(panels, async (facts) => property(await freshTeam(), facts)),
    { numRuns: 4 },
  )

it("shares of voice add up to 1 in every group that mentions a tracked brand", () =>
  check(async (team, facts) => {
    const ask = await stored(team, facts)
    for (const group_by of [["brand"], ["brand", "engine"], ["brand", "date", "prompt"]] as const) {
      const { rows } = (await ask({ group_by: [...group_by] })).data
      for (const group of Map.groupBy(rows, (row) => JSON.stringify(row.group)).values()) {
        const values = group.flatMap((row) => row.share_of_voice.value ?? [])
        const whole = group[0]?.share_of_voice.denominator ? 1 : 0
        expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(whole, 9)
      }
    }
  }))

it("filtering by brand selects rows and changes nothing in them, including verdicts and intervals", () =>
  check(async (team, facts) => {
    const ask = await stored(team, facts)
    const compared = {
      from: "2026-03-05",
      compare: "custom",
      compare_from: "2026-03-01",
      compare_to: "2026-03-04",
    } as const
    const query = { ...compared, group_by: ["brand" as const, "engine" as const] }
    const all = (await ask(query)).data
    for (const { id } of facts.brands) {
      const { data } = await ask({ ...query, brand_id: [id] })
      expect(data.rows).toEqual(all.rows.filter((row) => row.brand.id === id))
      expect(data.totals).toEqual(all.totals)
    }
    const { data, meta } = await ask({ ...query, limit: 1 })
    expect(data).toMatchObject({ totals: all.totals, rows_total: all.rows.length })
    expect(data.rows.map(({ brand }) => brand)).toEqual(all.rows.slice(0, 1).map(({ brand }) => brand))
    expect(meta.truncated).toBe(all.rows.length > 1)
  }))

it("the parts of every grouping add up to the total", () =>
  check(async (team, facts) => {
    const ask = await stored(team, facts)
    const additive = ["top1_rate", "top3_rate", "average_position", "citation_rate", "sentiment_score"] as const
    const sums = (rows: MetricsRow[]) =>
      [...Map.groupBy(rows, ({ brand }) => brand.id)]
        .map(([id, some]) => {
          const add = (of: (row: MetricsRow) => number) => some.reduce((sum, row) => sum + of(row), 0)
          const figures = additive.map((name) => [add((r) => r[name].numerator), add((r) => r[name].denominator)])
          return [id, add((row) => row.answers_n), add((row) => row.visibility.numerator), ...figures.flat()]
        })
        .sort()
    const whole = (await ask()).data
    for (const part of ["engine", "region", "topic", "prompt", "date", "week", "month", "scan"] as const) {
      const { rows, totals } = (await ask({ group_by: ["brand", part] })).data
      expect([part, sums(rows)]).toEqual([part, sums(whole.rows)])
      expect([part, totals]).toEqual([part, whole.totals])
    }
  }))

it("the order of answers does not change the result", () =>
  check(async (team, facts) => {
    const turned = copyOf(facts)
    turned.answers.reverse()
    const one = await stored(team, facts)
    const other = await stored(team, turned)
    const a = await one(asked)
    const b = await other(asked)
    expect(nameless(b.data.rows)).toEqual(nameless(a.data.rows))
    expect(b.data.totals).toEqual(a.data.totals)
  }))

it("leaves failed tasks out of every denominator and lists the cells without an answer", () =>
  check(async (team, facts) => {
    const unlucky = copyOf(facts)
    unlucky.failed.push(
      ...unlucky.answers.map(({ scan, prompt, engine, region }) => ({ scan, prompt, engine, region })),
    )
    const one = await stored(team, facts)
    const other = await stored(team, unlucky)
    const a = await one(asked)
    const b = await other(asked)
    expect(nameless(b.data.rows)).toEqual(nameless(a.data.rows))
    const cell = ({ scan, prompt, engine, region }: PanelFacts["failed"][number]) =>
      [scan.id, prompt.id, engine, region].join()
    const missing = new Set(unlucky.failed.map(cell)).difference(new Set(unlucky.answers.map(cell)))
    const listed = b.meta.warnings?.find(({ code }) => code === "cells_missing")
    const cells = listed?.cells?.map((c) => [c.scan_id, c.prompt_id, c.engine, c.region].join()) ?? []
    expect(cells.length).toBe(Math.min(50, missing.size))
    expect(new Set(cells).difference(missing).size).toBe(0)
    expect(listed?.message ?? "0 cells").toContain(`${missing.size} cells`)
  }))

it("duplicating every answer doubles the counts and changes no ratio", () =>
  check(async (team, facts) => {
    const doubled = copyOf(facts)
    doubled.answers.push(...doubled.answers)
    const one = await stored(team, facts)
    const other = await stored(team, doubled)
    const a = (await one(asked)).data.rows
    const b = (await other(asked)).data.rows
    const ratios = (rows: MetricsRow[]) =>
      nameless(rows).map(({ visibility, share_of_voice, top1_rate, prominence, citation_share, sentiment_score }) =>
        [visibility, share_of_voice, top1_rate, prominence, citation_share, sentiment_score].map(
          (f: Metric) => f.value,
        ),
      )
    expect(ratios(b)).toEqual(ratios(a))
    expect(b.map((row) => row.answers_n)).toEqual(a.map((row) => 2 * row.answers_n))
  }))
