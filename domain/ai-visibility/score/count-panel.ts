/** Counts a panel in memory, in the format that Postgres returns for a project. Definitions: docs/ai-visibility.md. */
import type { BrandCounts, GroupCounts } from "../metrics/counts"
import { tidy } from "../metrics/figures"
import { wilson } from "../statistics/wilson"
import type { Panel, PanelAnswer } from "./panels"

/** Returns the counts of each tracked brand, most visible first. */
export function countPanel({ brands, answers }: Panel): BrandCounts[] {
  const cells = [...Map.groupBy(answers, cellOf).values()]
  const whole = wholeCounts(brands, answers, cells)
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
    effective_n: cells.length ** 2 / sum(cells.map((cell) => 1 / cell.length)),
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

function wholeCounts(brands: Panel["brands"], answers: PanelAnswer[], cells: PanelAnswer[][]): GroupCounts {
  const byBrands = likeness(cells, (answer) => answer.mentions.map((m) => m.brand_id))
  const byDomains = likeness(cells, (answer) => answer.cited.map((c) => c.domain))
  const prompts = [...Map.groupBy(answers, (answer) => answer.prompt).values()]
  return {
    answers_n: answers.length,
    cells_n: cells.length,
    prompts_n: prompts.length,
    grounded_n: answers.filter((answer) => answer.cited.length > 0).length,
    citations_n: sum(answers.map((answer) => answer.cited.length)),
    brand_likeness: sum(byBrands),
    brand_likeness_n: byBrands.length,
    domain_likeness: sum(byDomains),
    domain_likeness_n: byDomains.length,
    gaps_n: prompts.filter((ofPrompt) => isGap(brands, ofPrompt)).length,
    gaps_of_n: brands.some(({ kind }) => kind === "own") ? prompts.length : 0,
  }
}

/** True when the interval of some competitor lies entirely above the own brand's, in the answers to one prompt. */
function isGap(brands: Panel["brands"], answers: PanelAnswer[]): boolean {
  const cells = [...Map.groupBy(answers, cellOf).values()]
  const bounds = (id: string) => {
    const { visibility, effective_n } = brandCounts(id, answers, cells)
    return wilson(visibility * effective_n, effective_n)
  }
  const own = brands.find(({ kind }) => kind === "own")
  const high = own && bounds(own.id)?.high
  if (high === undefined) return false
  return brands.some(({ id, kind }) => kind === "competitor" && (bounds(id)?.low ?? 0) > high)
}

/** For each cell, the mean Jaccard similarity of every two runs. Pairs of runs that both name nothing are skipped. */
function likeness(cells: PanelAnswer[][], names: (answer: PanelAnswer) => string[]): number[] {
  return cells.flatMap((cell) => {
    const sets = cell.map((answer) => new Set(names(answer)))
    return mean(sets.flatMap((x, i) => sets.slice(i + 1).flatMap((y) => jaccard(x, y) ?? []))) ?? []
  })
}

function jaccard(x: Set<string>, y: Set<string>): number | null {
  const either = x.union(y).size
  return either === 0 ? null : x.intersection(y).size / either
}

const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0)
const mean = (numbers: number[]) => (numbers.length === 0 ? null : sum(numbers) / numbers.length)
