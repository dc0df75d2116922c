/** Generates parts of docs/ai-visibility.md from the code. `npx vitest run docs/ai-visibility --project product -u` updates them. */
import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { figuresOf, gapsOf, wholeOf } from "@/domain/ai-visibility/metrics/figures"
import { groupings } from "@/domain/ai-visibility/metrics/metrics-query"
import { exampleMetrics, type Figure, metricsRow } from "@/domain/ai-visibility/metrics/metrics-table"
import { verdicts } from "@/domain/ai-visibility/statistics/change"
import { confidences } from "@/domain/ai-visibility/statistics/confidence"
import { type SeriesBreak, seriesBreak } from "@/domain/kernel/envelope"

const path = "docs/ai-visibility.md"
const written = readFileSync(path, "utf8")

it("docs/ai-visibility.md has the metrics, an example, a break and the groupings of the code", async () => {
  const parts = { figures: table(), example: example(), break: breakExample(), groupings: groups() }
  const page = Object.entries(parts).reduce((text, [name, part]) => {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
    const [before, rest] = text.split(begin)
    return `${before}${begin}${part}${end}${rest?.split(end)[1]}`
  }, written)
  await expect(page).toMatchFileSnapshot("./ai-visibility.md")
})

it("mentions every verdict, every confidence level and every warning of the metrics", () => {
  const folder = "domain/ai-visibility/metrics"
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

/** Counts of one answer. The kind of interval of a metric does not depend on the counts. */
const ones = { positive: 1, neutral: 1, negative: 1, covered_n: 1, all_k: 1, visibility: 1, effective_n: 1 }
const counts = { m: 1, k: 1, cited: 1, top1: 1, top3: 1, rank_sum: 1, prominence_sum: 1, citations: 1 }
const likeness = { brand_likeness: 1, brand_likeness_n: 1, domain_likeness: 1, domain_likeness_n: 1 }
const whole = {
  answers_n: 1,
  cells_n: 1,
  prompts_n: 1,
  grounded_n: 1,
  citations_n: 1,
  ...likeness,
  gaps_n: 1,
  gaps_of_n: 1,
}
const brand = { id: "", name: "", kind: "own" as const }

function table() {
  const { grounded_rate } = wholeOf(whole)
  const ofBrand = figuresOf({ g: "", brand, ...counts, ...ones, whole })
  const all: Record<string, Figure> = { ...ofBrand, grounded_rate, gap_prompts: gapsOf(whole) }
  const shape = metricsRow.shape as Record<string, { meta(): { description?: string } | undefined }>
  const rows = Object.entries(all).map(
    ([name, { ci }]) => `| \`${name}\` | ${shape[name]?.meta()?.description} | ${ci ? "Wilson's" : "bootstrap"} |`,
  )
  return `\n| Metric | Definition | Interval |\n|---|---|---|\n${rows.join("\n")}\n`
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
