/**
 * Builds the SQL for sums over the common cells of two periods, and reads its result. The tests of share of voice,
 * average position, citation rate and sentiment use them (statistics/ratio-change.ts). A term is a column of one
 * period, or the product of two such columns.
 */
import { z } from "zod"
import { join, raw, type Sql, sql } from "@/prisma/client"
import { answerColumns, brandColumns, type Column, type RatioName, ratios } from "./ratios"
import { type CellColumn, cellColumns, cellProducts, type PairedRatioSums } from "./statistics/ratio-change"

/** Metrics whose verdict comes from `testRatioChange`. Visibility has a test of its own (read-changes.ts). */
export const pairedMetrics = ["share_of_voice", "average_position", "citation_rate", "sentiment_score"] as const
export type PairedMetric = (typeof pairedMetrics)[number] & RatioName

type PeriodColumn = `${"current" | "previous"}_${Column}`

const columnsOf = (name: PairedMetric): Record<CellColumn, PeriodColumn> => ({
  yc: `current_${ratios[name].y}`,
  xc: `current_${ratios[name].x}`,
  yp: `previous_${ratios[name].y}`,
  xp: `previous_${ratios[name].x}`,
})

type Term = { key: string; columns: PeriodColumn[] }

const termOf = (...columns: PeriodColumn[]): Term => ({ key: columns.join(" * "), columns })

/** The terms of all metrics, each once. */
const terms: Term[] = [
  ...new Map(
    pairedMetrics
      .flatMap((name) => {
        const columns = columnsOf(name)
        const single = cellColumns.map((column) => termOf(columns[column]))
        return [...single, ...cellProducts.map(([a, b]) => termOf(columns[a], columns[b]))]
      })
      .map((term) => [term.key, term]),
  ).values(),
]

/** The columns that these metrics read. */
const pairedColumnNames = [...new Set(pairedMetrics.flatMap((name) => [ratios[name].y, ratios[name].x]))]
/** Columns about all answers of a cell are the same for every brand. */
export const pairedAnswerColumns = pickColumns(answerColumns)
export const pairedBrandColumns = pickColumns(brandColumns)

function pickColumns(columns: Record<string, Sql>): [name: string, column: Sql][] {
  return pairedColumnNames.flatMap((name) => (columns[name] ? [[name, columns[name]]] : []))
}

const isOfAnswers = ({ columns }: Term) =>
  columns.every((column) => pairedAnswerColumns.some(([name]) => column.endsWith(`_${name}`)))

/** The result of `answerTerms` and `brandTerms`: the sum of each term. */
export const termSums = z.record(z.string(), z.number())
export type TermSums = z.infer<typeof termSums>

function termsJson(selected: Term[]): Sql {
  const sums = selected.map(({ key }) => sql`${key}::text, coalesce(sum(${raw(key)}) filter (where is_common), 0)`)
  return sql`json_build_object(${join(sums)})`
}

/** The terms that are the same for every brand. */
export const answerTerms: Sql = termsJson(terms.filter(isOfAnswers))
/** The terms of one brand. */
export const brandTerms: Sql = termsJson(terms.filter((term) => !isOfAnswers(term)))

/** The sums of one metric. A term that is missing is 0: a brand without mentions and citations has none. */
export function pairedRatioSums(name: PairedMetric, sums: TermSums): PairedRatioSums {
  const columns = columnsOf(name)
  const sumOf = (term: Term) => sums[term.key] ?? 0
  return {
    sum: Object.fromEntries(
      cellColumns.map((column) => [column, sumOf(termOf(columns[column]))]),
    ) as PairedRatioSums["sum"],
    product: (a, b) => sumOf(termOf(columns[a], columns[b])),
  }
}

/** The sum of a column in one period. */
export const columnSum = (column: PeriodColumn, sums: TermSums): number => sums[column] ?? 0
