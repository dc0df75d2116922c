/**
 * Generates parts of docs/ai-visibility.md from the code. `npx vitest run docs/ai-visibility -u`
 * updates them.
 */
import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { z } from "zod"
import { run } from "@/domain/kernel/operation"
import { verdicts } from "@/domain/kernel/scan-values"
import { type SeriesBreak, seriesBreak } from "@/domain/kernel/warnings"
import { asKey, freshTeam } from "@/domain/testing/team"
import { getMetrics } from "@/domain/visibility/get-metrics"
import { metricOf } from "@/domain/visibility/metrics"
import { groupings } from "@/domain/visibility/metrics-query"
import { exampleMetrics, metricsRow } from "@/domain/visibility/metrics-table"
import {
  type RatioName,
  ratioNames,
  ratios,
  type Sums,
  type SumsOfSquares,
  sumColumns,
} from "@/domain/visibility/ratios"
import { confidences } from "@/domain/visibility/statistics/precision"
import { randomPanel, storePanel } from "@/domain/visibility/testing/panel-facts"
import { inTeam, raw, rows } from "@/prisma/client"

const path = "docs/ai-visibility.md"
const written = readFileSync(path, "utf8")

it("docs/ai-visibility.md has the metrics, an example, a break and the groupings of the code", async () => {
  const parts = { metrics: table(), example: example(), break: breakExample(), groupings: groups() }
  const page = Object.entries(parts).reduce((text, [name, part]) => {
    const begin = `<!-- ${name} -->`
    const end = `<!-- /${name} -->`
    const [before, rest] = text.split(begin)
    return `${before}${begin}${part}${end}${rest?.split(end)[1]}`
  }, written)
  await expect(page).toMatchFileSnapshot("./ai-visibility.md")
})

it("mentions every verdict, every confidence level and every warning of the metrics", () => {
  const folder = "domain/visibility"
  const sources = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  const codes = sources.flatMap((name) => {
    const source = readFileSync(`${folder}/${name}`, "utf8")
    return [...source.matchAll(/(?:\bcode: |\bwarning\(\s*)"(\w+)"/g)].map(([, code]) => code as string)
  })
  const breaks = seriesBreak.shape.kind.options.map((kind) => `${kind}_changed`)
  const warned = codes.filter((code) => code !== "parameter_invalid")
  expect(warned.length).toBeGreaterThan(3)
  const missing = [...warned, ...breaks, ...verdicts, ...confidences].filter((name) => !written.includes(`\`${name}\``))
  expect(missing).toEqual([])
})

it("shows a statement that computes what the API returns", async () => {
  const team = await freshTeam()
  const facts = randomPanel({
    seed: "sums",
    prompts: 6,
    engines: 2,
    regions: 1,
    runs: 3,
    scans: 5,
    brands: 4,
    topics: 2,
  })
  expect(facts.scans.map(({ status }) => status)).toEqual(expect.arrayContaining(["completed", "failed"]))
  const project_id = await storePanel(team, facts)
  const period = { from: "2026-03-01", to: "2026-04-30" }
  const { data } = await run(getMetrics, asKey(team), { project_id, ...period, group_by: ["brand", "engine"] })
  const [statement = ""] = written.match(/(?<=```sql\n)select[^;]+(?=;)/) ?? []
  const result = z.object({
    engine_id: z.string(),
    visibility: z.number().nullable(),
    share_of_voice: z.number().nullable(),
  })
  const brandId = data.rows[0]?.brand.id ?? ""
  const found = await inTeam(team.id, () => rows(result, raw(statement.replace("brd_...", brandId))))
  const ofBrand = data.rows.filter(({ brand }) => brand.id === brandId)
  expect(found).toHaveLength(2)
  for (const { engine_id, ...computed } of found) {
    const row = ofBrand.find(({ group }) => group.engine === engine_id)
    expect(row?.visibility?.value).toBeCloseTo(computed.visibility ?? 0, 8)
    expect(row?.share_of_voice?.value).toBeCloseTo(computed.share_of_voice ?? 0, 8)
  }
})

it.each(ratioNames)("%s has no interval below ten answers", (name) => {
  const answers = { mentioned: 9, [ratios[name].n]: 9, [ratios[name].x]: 9 }
  expect(withFewEvents(name, answers)).toMatchObject({ ci: null, no_interval: "too_few_answers" })
})

/** The metric of 20 answers with two events, or whose values are all but two at the same end of the scale. */
function withFewEvents(name: RatioName, changes: Partial<Sums> = {}) {
  const { y, x, scale, answersWithEvent } = ratios[name]
  const few = scale === "position" ? 22 : scale === "sentiment" ? 18 : 2
  const sums = { ...Object.fromEntries(sumColumns.map((column) => [column, 20])), [y]: few }
  return metricOf(name, { ...sums, ...(answersWithEvent !== x && { [answersWithEvent]: 2 }), ...changes } as Sums, {
    unit: "scan",
    units: 1,
    sumsOfSquares: {} as SumsOfSquares,
    withinCells: undefined,
    answerSquares: {} as SumsOfSquares,
    answersPerCell: 1,
  })
}

function table() {
  const shape = metricsRow.shape as Record<string, { meta(): { description?: string } | undefined }>
  const names = [...ratioNames, "prompt_coverage", "gap_prompts"]
  const rows = names.map((name) => {
    return `| \`${name}\` | ${shape[name]?.meta()?.description} | ${intervalOf(name)} |`
  })
  return `\n| Metric | Definition | Interval |\n|---|---|---|\n${rows.join("\n")}\n`
}

function intervalOf(name: string): string {
  const ratio = ratioNames.find((known) => known === name)
  if (!ratio) return "Wilson's"
  const isWilson = withFewEvents(ratio).ci?.method === "wilson"
  return `from variances; ${isWilson ? "Wilson's" : "none"} for few events or no variation`
}

const json = (value: object) => `\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\n`
const example = () => json({ visibility: exampleMetrics.rows[0]?.visibility })
const groups = () => groupings.map((grouping) => `\`${grouping}\``).join(", ")

function breakExample() {
  const found: SeriesBreak = {
    kind: "engine",
    date: "2026-03-09",
    scan_id: "scn_01K…",
    previous_scan_id: "scn_01J…",
    engine: "openai_api",
    from: "gpt-5",
    to: "gpt-5.5",
    added_n: 0,
    removed_n: 0,
  }
  return json({ code: "engine_changed", message: "…", path: "data", break: seriesBreak.parse(found) })
}
