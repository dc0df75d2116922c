/** The counts of a panel that is held in memory, in the shape that Postgres gives them for a project. Definitions: docs/metrics.md. */
import type { BrandCounts, WholeCounts } from "../metrics/count-groups"
import { tidy } from "../metrics/figures"
import type { Panel, PanelAnswer } from "./panels"

/** Of each tracked brand, most visible first. */
export function countPanel({ brands, answers }: Panel): BrandCounts[] {
  const cells = [...Map.groupBy(answers, cellOf).values()]
  const whole = wholeCounts(answers, cells)
  const all_k = answers.reduce((sum, answer) => sum + answer.mentions.length, 0)
  return brands
    .map(({ id, name, kind }) => ({
      g: "",
      brand: { id, name, kind: kind as "own" | "competitor" },
      ...brandCounts(id, answers, cells),
      all_k,
      whole,
    }))
    .sort((a, b) => b.visibility - a.visibility || b.k - a.k || (a.brand.name < b.brand.name ? -1 : 1))
}

export const cellOf = ({ prompt, engine }: PanelAnswer) => `${prompt}\n${engine}`

function brandCounts(id: string, answers: PanelAnswer[], cells: PanelAnswer[][]) {
  const ranks = answers.flatMap(({ mentions }) => mentions.find((m) => m.brand_id === id)?.rank ?? [])
  const citing = answers.map(({ cited }) => cited.filter((c) => c.brand_id === id).length)
  const names = (answer: PanelAnswer) => answer.mentions.some((m) => m.brand_id === id)
  return {
    visibility: tidy(mean(cells.map((cell) => cell.filter(names).length / cell.length)) ?? 0),
    m: answers.length,
    k: ranks.length,
    cited: citing.filter((n) => n > 0).length,
    top1: ranks.filter((rank) => rank <= 1).length,
    top3: ranks.filter((rank) => rank <= 3).length,
    rank_sum: sum(ranks),
    prominence_sum: sum(ranks.map((rank) => 1 / Math.log2(1 + rank))),
    citations: sum(citing),
    positive: 0,
    neutral: 0,
    negative: 0,
    covered_n: new Set(answers.filter(names).map((answer) => answer.prompt)).size,
  }
}

const wholeCounts = (answers: PanelAnswer[], cells: PanelAnswer[][]): WholeCounts => ({
  answers_n: answers.length,
  cells_n: cells.length,
  prompts_n: new Set(answers.map((answer) => answer.prompt)).size,
  grounded_n: answers.filter((answer) => answer.cited.length > 0).length,
  citations_n: sum(answers.map((answer) => answer.cited.length)),
  brand_jaccard: likeness(cells, (answer) => answer.mentions.map((m) => m.brand_id)),
  domain_jaccard: likeness(cells, (answer) => answer.cited.map((c) => c.domain)),
})

/** The mean over cells of the mean Jaccard likeness of each two runs; two runs that both name nothing say nothing. */
function likeness(cells: PanelAnswer[][], names: (answer: PanelAnswer) => string[]): number | null {
  const means = cells.map((cell) => {
    const sets = cell.map((answer) => new Set(names(answer)))
    return mean(sets.flatMap((x, i) => sets.slice(i + 1).flatMap((y) => jaccard(x, y) ?? [])))
  })
  return mean(means.filter((m) => m !== null))
}

function jaccard(x: Set<string>, y: Set<string>): number | null {
  const either = x.union(y).size
  return either === 0 ? null : x.intersection(y).size / either
}

const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0)
const mean = (numbers: number[]) => (numbers.length === 0 ? null : sum(numbers) / numbers.length)
