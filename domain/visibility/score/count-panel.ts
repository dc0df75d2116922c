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
      group_key: "",
      answers_n: answers.length,
      cells_n: cells.length,
      prompts_n: prompts.length,
      grounded_n: answers.filter(({ cited }) => cited.length > 0).length,
      citations_n: sum(answers.map(({ cited }) => cited.length)),
      mentions_n: sum(answers.map(({ mentions }) => mentions.length)),
      brand_similarity: similarityOf(cells, (answer) => answer.mentions.map((m) => m.brand_id)),
      domain_similarity: similarityOf(cells, (answer) => answer.cited.map((c) => c.domain)),
    },
    gaps_n: prompts.filter((ofPrompt) => isGap(brands, ofPrompt)).length,
    gaps_of_n: brands.some(({ kind }) => kind === "own") ? prompts.length : 0,
  }
}

export const cellOf = ({ prompt, engine }: PanelAnswer) => `${prompt}\n${engine}`

function countBrand(brand: Panel["brands"][number], cells: PanelAnswer[][], prompts: PanelAnswer[][]) {
  const rowsByCell = cells.map((cell) => cell.map((answer) => rowOf(answer, brand.id)))
  const rows = rowsByCell.flat()
  return {
    brand,
    sums: Object.fromEntries(sumColumns.map((column) => [column, total(rows, column)])) as Sums,
    cells: centeredSumsOf(rowsByCell),
    answerSquares: answerSquaresOf(rows),
    covered_n: prompts.filter((ofPrompt) => ofPrompt.some((answer) => mentions(answer, brand.id))).length,
  }
}

/** The values of one answer in every column. */
type AnswerRow = Record<Column, number>

const total = (rows: AnswerRow[], column: Column) => sum(rows.map((row) => row[column]))

/** Answers of files have no sentiment. */
function rowOf(answer: PanelAnswer, brandId: string): AnswerRow {
  const mention = answer.mentions.find((m) => m.brand_id === brandId)
  const mentioned = mention ? 1 : 0
  const rank = mention?.rank ?? 0
  const allCitations = answer.cited.length
  const ownCitations = answer.cited.filter((c) => c.brand_id === brandId).length
  const prominence = mention ? 1 / Math.log2(1 + rank) : 0
  return {
    answers: 1,
    brands_mentioned: answer.mentions.length,
    brands_mentioned_sq: answer.mentions.length ** 2,
    grounded: Number(allCitations > 0),
    all_citations: allCitations,
    all_citations_sq: allCitations ** 2,
    mentioned,
    brands_in_mentioning_answers: mentioned * answer.mentions.length,
    top1: Number(mentioned && rank <= 1),
    top3: Number(mentioned && rank <= 3),
    rank_sum: rank,
    rank_sq_sum: rank ** 2,
    prominence_sum: prominence,
    prominence_sq_sum: prominence ** 2,
    cited: Number(ownCitations > 0),
    citations: ownCitations,
    citations_sq: ownCitations ** 2,
    citations_product: ownCitations * allCitations,
    sentiment: 0,
    sentiment_sq: 0,
    sentiment_n: 0,
    negative: 0,
  }
}

const answerSquaresOf = (rows: AnswerRow[]) =>
  Object.fromEntries(
    ratioNames.map((name) => {
      const { yy, xy, xx } = ratios[name]
      return [name, [total(rows, yy), total(rows, xy), total(rows, xx)]]
    }),
  ) as SumsOfSquares

/** The same as `readCenteredSums`. Cells with one answer form one stratum, because files have no topics. */
function centeredSumsOf(cells: AnswerRow[][]): CenteredSums {
  const singleAnswers = cells.filter((cell) => cell.length === 1).flat()
  const strata = [...cells, singleAnswers].filter((stratum) => stratum.length > 1)
  const centered = (overAnswers: Column, a: Column, b: Column) =>
    sum(strata.map((stratum) => centeredProduct(stratum, overAnswers, a, b)))
  const sumsOfSquares = ratioNames.map((name): [RatioName, SumsOfSquares[RatioName]] => {
    const { y, x, yy, xy, xx } = ratios[name]
    return [name, [centered(yy, y, y), centered(xy, x, y), centered(xx, x, x)]]
  })
  const answers = sum(cells.map((cell) => cell.length))
  const answersInStrata = sum(strata.map((stratum) => stratum.length))
  return {
    sumsOfSquares: Object.fromEntries(sumsOfSquares) as SumsOfSquares,
    df: answersInStrata - strata.length,
    expansionFactor: answersInStrata === 0 ? 1 : answers / answersInStrata,
    betweenScans: null,
  }
}

/**
 * The sum of (a - mean of a)(b - mean of b) over the n answers of a stratum, weighted by n / (n - 1). `overAnswers` is
 * the column with a * b.
 */
function centeredProduct(stratum: AnswerRow[], overAnswers: Column, a: Column, b: Column): number {
  const n = stratum.length
  return (n / (n - 1)) * (total(stratum, overAnswers) - (total(stratum, a) * total(stratum, b)) / n)
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
    const similarities = sets.flatMap((x, i) => sets.slice(i + 1).flatMap((y) => jaccard(x, y) ?? []))
    return similarities.length === 0 ? [] : [sum(similarities) / similarities.length]
  })
  return { sum: sum(values), sum_sq: sum(values.map((value) => value ** 2)), n: values.length }
}

/** Jaccard similarity: shared names divided by all names. Null if both sets are empty. */
function jaccard(x: Set<string>, y: Set<string>): number | null {
  const either = x.union(y).size
  return either === 0 ? null : x.intersection(y).size / either
}

const mentions = (answer: PanelAnswer, id: string) => answer.mentions.some((m) => m.brand_id === id)
const sum = (numbers: number[]) => numbers.reduce((added, n) => added + n, 0)
