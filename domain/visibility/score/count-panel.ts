/**
 * Counts a panel in memory. The result equals what scans/write-metrics.ts, ../read-sums.ts and ../read-groups.ts give
 * for a project. docs/ai-visibility.md has the definitions.
 */
import { type Column, type RatioName, ratioNames, ratios, type Sums, type SumsOfSquares, sumColumns } from "../ratios"
import type { Similarity } from "../read-groups"
import type { CenteredSums } from "../read-sums"
import { wilson } from "../statistics/precision"
import type { Panel, PanelAnswer } from "./panels"

/** Returns the counts of the whole panel as one group. Brands are sorted by visibility, highest first. */
export function countPanel({ brands, answers }: Panel) {
  const answersByCell = [...Map.groupBy(answers, cellOf).values()]
  const answersByPrompt = [...Map.groupBy(answers, (answer) => answer.prompt).values()]
  return {
    brands: brands
      .map((brand) => countBrand(brand, answersByCell, answersByPrompt))
      .sort((a, b) => b.sums.mentioned - a.sums.mentioned || (a.brand.name < b.brand.name ? -1 : 1)),
    group: {
      group_key: "",
      answers_n: answers.length,
      cells_n: answersByCell.length,
      prompts_n: answersByPrompt.length,
      grounded_n: answers.filter(({ cited }) => cited.length > 0).length,
      citations_n: sum(answers.map(({ cited }) => cited.length)),
      mentions_n: sum(answers.map(({ mentions }) => mentions.length)),
      brand_similarity: similarityOf(answersByCell, (answer) => answer.mentions.map((m) => m.brand_id)),
      domain_similarity: similarityOf(answersByCell, (answer) => answer.cited.map((c) => c.domain)),
    },
    gaps_n: answersByPrompt.filter((promptAnswers) => isGap(brands, promptAnswers)).length,
    gaps_of_n: brands.some(({ kind }) => kind === "own") ? answersByPrompt.length : 0,
  }
}

/** Key of the cell (prompt on one engine) that an answer belongs to. */
export const cellOf = ({ prompt, engine }: PanelAnswer) => `${prompt}\n${engine}`

function countBrand(brand: Panel["brands"][number], answersByCell: PanelAnswer[][], answersByPrompt: PanelAnswer[][]) {
  const rowsByCell = answersByCell.map((answers) => answers.map((answer) => rowOf(answer, brand.id)))
  const rows = rowsByCell.flat()
  return {
    brand,
    sums: Object.fromEntries(sumColumns.map((column) => [column, total(rows, column)])) as Sums,
    centeredSums: centeredSumsOf(rowsByCell),
    answerSquares: answerSquaresOf(rows),
    covered_n: answersByPrompt.filter((answers) => answers.some((answer) => mentions(answer, brand.id))).length,
  }
}

/** The values of one answer in every column. */
type AnswerRow = Record<Column, number>

const total = (rows: AnswerRow[], column: Column) => sum(rows.map((row) => row[column]))

/** Sentiment is 0, because answers of files have none. */
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

/**
 * Computes what `readCenteredSums` reads for a project. All cells with one answer form one stratum, because files have
 * no topics, which would separate them.
 */
function centeredSumsOf(rowsByCell: AnswerRow[][]): CenteredSums {
  const singleRows = rowsByCell.filter((rows) => rows.length === 1).flat()
  const strata = [...rowsByCell, singleRows].filter((stratum) => stratum.length > 1)
  const centered = (answerProduct: Column, a: Column, b: Column) =>
    sum(strata.map((stratum) => centeredProduct(stratum, answerProduct, a, b)))
  const sumsOfSquares = ratioNames.map((name): [RatioName, SumsOfSquares[RatioName]] => {
    const { y, x, yy, xy, xx } = ratios[name]
    return [name, [centered(yy, y, y), centered(xy, x, y), centered(xx, x, x)]]
  })
  const answers = sum(rowsByCell.map((rows) => rows.length))
  const answersInStrata = sum(strata.map((stratum) => stratum.length))
  return {
    sumsOfSquares: Object.fromEntries(sumsOfSquares) as SumsOfSquares,
    df: answersInStrata - strata.length,
    expansionFactor: answersInStrata === 0 ? 1 : answers / answersInStrata,
    betweenScans: null,
  }
}

/**
 * The sum of (a - mean of a)(b - mean of b) over the n answers of a stratum, weighted by n / (n - 1).
 * `answerProduct` is the column that holds a * b of each answer.
 */
function centeredProduct(stratum: AnswerRow[], answerProduct: Column, a: Column, b: Column): number {
  const n = stratum.length
  return (n / (n - 1)) * (total(stratum, answerProduct) - (total(stratum, a) * total(stratum, b)) / n)
}

/** True when the interval of some competitor lies entirely above your brand's, in the answers to one prompt. */
function isGap(brands: Panel["brands"], answers: PanelAnswer[]): boolean {
  const bounds = (id: string) => wilson(answers.filter((answer) => mentions(answer, id)).length, answers.length)
  const ownBrand = brands.find(({ kind }) => kind === "own")
  const ownHigh = ownBrand && bounds(ownBrand.id)?.high
  if (ownHigh === undefined) return false
  return brands.some(({ id, kind }) => kind === "competitor" && (bounds(id)?.low ?? 0) > ownHigh)
}

/**
 * Adds up the similarity of each cell: the mean Jaccard similarity of every two of its runs. Pairs in which neither run
 * names anything are skipped.
 */
function similarityOf(answersByCell: PanelAnswer[][], namesIn: (answer: PanelAnswer) => string[]): Similarity {
  const cellSimilarities = answersByCell.flatMap((answers) => {
    const nameSets = answers.map((answer) => new Set(namesIn(answer)))
    const similarities = nameSets.flatMap((x, i) => nameSets.slice(i + 1).flatMap((y) => jaccard(x, y) ?? []))
    return similarities.length === 0 ? [] : [sum(similarities) / similarities.length]
  })
  return {
    sum: sum(cellSimilarities),
    sum_sq: sum(cellSimilarities.map((value) => value ** 2)),
    n: cellSimilarities.length,
  }
}

/** Jaccard similarity: shared names divided by all names. Null if both sets are empty. */
function jaccard(x: Set<string>, y: Set<string>): number | null {
  const either = x.union(y).size
  return either === 0 ? null : x.intersection(y).size / either
}

const mentions = (answer: PanelAnswer, id: string) => answer.mentions.some((m) => m.brand_id === id)
const sum = (numbers: number[]) => numbers.reduce((added, n) => added + n, 0)
