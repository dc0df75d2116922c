/**
 * Adds up a panel in memory, as write-metrics.ts and the reads of this folder do for a project. docs/ai-visibility.md
 * has the definitions.
 */

import { type Column, type RatioName, ratioNames, ratios, type Sums, type SumsOfSquares, sumColumns } from "../ratios"
import type { Similarity } from "../read-groups"
import type { CenteredSums } from "../read-sums"
import { wilson } from "../statistics/precision"
import type { Panel, PanelAnswer } from "./panels"

/** Returns the counts of the whole panel as one group. Brands are sorted by visibility, highest first. */
export function countPanel({ brands, answers }: Panel) {
  const cells = [...Map.groupBy(answers, cellOf).values()]
  const prompts = [...Map.groupBy(answers, (answer) => answer.prompt).values()]
  return {
    brands: brands
      .map((brand) => countBrand(brand, cells, prompts))
      .sort((a, b) => b.sums.mentioned - a.sums.mentioned || (a.brand.name < b.brand.name ? -1 : 1)),
    group: {
      g: "",
      answers_n: answers.length,
      cells_n: cells.length,
      prompts_n: prompts.length,
      grounded_n: answers.filter(({ cited }) => cited.length > 0).length,
      citations_n: sum(answers.map(({ cited }) => cited.length)),
      mentions_n: sum(answers.map(({ mentions }) => mentions.length)),
      brands: similarityOf(cells, (answer) => answer.mentions.map((m) => m.brand_id)),
      domains: similarityOf(cells, (answer) => answer.cited.map((c) => c.domain)),
    },
    gaps_n: prompts.filter((ofPrompt) => isGap(brands, ofPrompt)).length,
    gaps_of_n: brands.some(({ kind }) => kind === "own") ? prompts.length : 0,
  }
}

export const cellOf = ({ prompt, engine }: PanelAnswer) => `${prompt}\n${engine}`

function countBrand(brand: Panel["brands"][number], cells: PanelAnswer[][], prompts: PanelAnswer[][]) {
  const facts = cells.map((cell) => cell.map((answer) => factsOf(answer, brand.id)))
  const sums = Object.fromEntries(sumColumns.map((column) => [column, sum(facts.flat().map((fact) => fact[column]))]))
  return {
    brand,
    sums: sums as Sums,
    cells: centeredSumsOf(facts),
    covered_n: prompts.filter((ofPrompt) => ofPrompt.some((answer) => mentions(answer, brand.id))).length,
  }
}

/** What one answer adds to every column. Answers of files have no sentiment. */
function factsOf(answer: PanelAnswer, brandId: string): Record<Column, number> {
  const mention = answer.mentions.find((m) => m.brand_id === brandId)
  const [ofBrand, all] = [answer.cited.filter((c) => c.brand_id === brandId).length, answer.cited.length]
  const [mentioned, rank] = [mention ? 1 : 0, mention?.rank ?? 0]
  const prominence = mention ? 1 / Math.log2(1 + rank) : 0
  return {
    answers: 1,
    brands_mentioned: answer.mentions.length,
    brands_mentioned_sq: answer.mentions.length ** 2,
    grounded: Number(all > 0),
    all_citations: all,
    all_citations_sq: all ** 2,
    mentioned,
    brands_in_mentioning_answers: mentioned * answer.mentions.length,
    top1: Number(mentioned && rank <= 1),
    top3: Number(mentioned && rank <= 3),
    rank_sum: rank,
    rank_sq_sum: rank ** 2,
    prominence_sum: prominence,
    prominence_sq_sum: prominence ** 2,
    cited: Number(ofBrand > 0),
    citations: ofBrand,
    citations_sq: ofBrand ** 2,
    citations_product: ofBrand * all,
    sentiment: 0,
    sentiment_sq: 0,
    sentiment_n: 0,
    negative: 0,
  }
}

/** The same as `readCenteredSums`. Cells with one answer form one stratum, because files have no topics. */
function centeredSumsOf(cells: Record<Column, number>[][]): CenteredSums {
  const single = cells.filter((cell) => cell.length === 1).flat()
  const strata = [...cells, single].filter((stratum) => stratum.length > 1)
  const covered = sum(strata.map((stratum) => stratum.length))
  const term = (squares: Column, a: Column, b: Column) =>
    sum(
      strata.map((stratum) => {
        const [n, added] = [stratum.length, (column: Column) => sum(stratum.map((fact) => fact[column]))]
        return (n / (n - 1)) * (added(squares) - (added(a) * added(b)) / n)
      }),
    )
  const sumsOfSquares = ratioNames.map((name): [RatioName, SumsOfSquares[RatioName]] => {
    const { y, x, yy, xy, xx } = ratios[name]
    return [name, [term(yy, y, y), term(xy, x, y), term(xx, x, x)]]
  })
  return {
    sumsOfSquares: Object.fromEntries(sumsOfSquares) as SumsOfSquares,
    df: covered - strata.length,
    scale: covered === 0 ? 1 : sum(cells.map((cell) => cell.length)) / covered,
  }
}

/** True when the interval of some competitor lies entirely above your brand's, in the answers to one prompt. */
function isGap(brands: Panel["brands"], answers: PanelAnswer[]): boolean {
  const bounds = (id: string) => wilson(answers.filter((answer) => mentions(answer, id)).length, answers.length)
  const own = brands.find(({ kind }) => kind === "own")
  const high = own && bounds(own.id)?.high
  if (high === undefined) return false
  return brands.some(({ id, kind }) => kind === "competitor" && (bounds(id)?.low ?? 0) > high)
}

/**
 * For each cell, the mean Jaccard similarity of every two runs. Pairs in which neither run names anything are skipped.
 */
function similarityOf(cells: PanelAnswer[][], names: (answer: PanelAnswer) => string[]): Similarity {
  const values = cells.flatMap((cell) => {
    const sets = cell.map((answer) => new Set(names(answer)))
    const pairs = sets.flatMap((x, i) => sets.slice(i + 1).flatMap((y) => jaccard(x, y) ?? []))
    return pairs.length === 0 ? [] : [sum(pairs) / pairs.length]
  })
  return { sum: sum(values), sum_sq: sum(values.map((value) => value ** 2)), n: values.length }
}

function jaccard(x: Set<string>, y: Set<string>): number | null {
  const either = x.union(y).size
  return either === 0 ? null : x.intersection(y).size / either
}

const mentions = (answer: PanelAnswer, id: string) => answer.mentions.some((m) => m.brand_id === id)
const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0)
