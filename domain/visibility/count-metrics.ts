/** Computes the rows and totals of a metrics query for one set of scans. */
import type { Warning } from "@/domain/kernel/envelope"
import { groupMetrics, metricsOf, minScans, minTopics, promptShare, withoutInterval } from "./metrics"
import type { Grouping } from "./metrics-query"
import type { Metric, MetricsRow } from "./metrics-table"
import { groupingsOf, type Question, separator } from "./query-sql"
import { type BrandSums, readBrandSums } from "./read-brand-sums"
import { type CellSpread, readCellSpread } from "./read-cell-spread"
import { type GroupCounts, readGroups } from "./read-groups"
import { type PromptCounts, readPrompts } from "./read-prompts"
import type { TrackedBrand } from "./tracked-brands"

/** Above this number of answers in the chosen scans, metrics that read single prompts would take longer than a second. */
const maxAnswersByPrompt = 250_000

/** `key` identifies the group and brand of a row. */
export type CountedRow = Omit<MetricsRow, "change"> & { key: string }
export type Counted = {
  rows: CountedRow[]
  rows_total: number
  totals: ReturnType<typeof groupMetrics> & { mentions_n: number; citations_n: number }
  warnings: Warning[]
}

/** Returns at most `limit` rows. `rows_total` and the totals cover all rows. */
export async function countMetrics(
  question: Question,
  brands: readonly TrackedBrand[],
  limit: number,
): Promise<Counted> {
  const answers = question.scans.reduce((sum, scan) => sum + scan.answers_valid, 0)
  const readsCells = answers <= maxAnswersByPrompt
  const isPanel = question.query.ci_scope === "panel"
  const [{ groups, totals }, sums, prompts] = await Promise.all([
    readGroups(question),
    readBrandSums(question, brands, { replicate: isPanel ? "scan" : "topic", limit }),
    readsCells ? readPrompts(question) : new Map<string, PromptCounts>(),
  ])
  const needsCells = isPanel && sums.rows.some(({ replicates }) => replicates < minScans)
  const cells = needsCells && readsCells ? await readCellSpread(question, brands) : new Map<string, CellSpread>()
  const byId = new Map(brands.map((brand) => [brand.id, brand]))
  const rows = sums.rows.map((row) => {
    const [group, brand] = [groups.get(row.g) as GroupCounts, byId.get(row.brand_id) as TrackedBrand]
    return rowOf(question, {
      row,
      group,
      brand,
      prompts: prompts.get(row.g),
      cells: cells.get(`${row.g} ${row.brand_id}`),
    })
  })
  const { grounded_rate, ...others } = groupMetrics(totals)
  const { mentions_n, citations_n } = totals
  return {
    rows,
    rows_total: sums.total,
    totals: {
      ...others,
      grounded_rate: isPanel ? grounded_rate : withoutInterval(grounded_rate),
      mentions_n,
      citations_n,
    },
    warnings: [
      ...(readsCells ? [] : [promptsLeftOut(answers, needsCells)]),
      ...(isPanel ? [] : tooFewTopics(sums.rows.map(({ replicates }) => replicates))),
    ],
  }
}

type Parts = {
  row: BrandSums
  group: GroupCounts
  brand: TrackedBrand
  prompts: PromptCounts | undefined
  cells: CellSpread | undefined
}

function rowOf({ query }: Question, { row, group, brand, prompts, cells }: Parts): CountedRow {
  const replicate = query.ci_scope === "panel" ? ("scan" as const) : ("topic" as const)
  const { sums, replicates, spread } = row
  const { id, name, kind } = brand
  const { stability, grounded_rate: _, ...whole } = groupMetrics(group)
  const ofPrompts = (count: number, of: number) => promptShare(count, of, group.answers_n)
  const inScope = (metric: Metric) => (replicate === "scan" ? metric : withoutInterval(metric))
  return {
    key: `${row.g} ${id}`,
    brand: { id, name, kind },
    group: groupOf(row.g, groupingsOf(query)),
    ...whole,
    answers_n: sums.answers,
    stability: { ...stability, of_brands: inScope(stability.of_brands), of_domains: inScope(stability.of_domains) },
    gap_prompts: inScope(ofPrompts(prompts?.gaps_n ?? 0, prompts?.gaps_of_n ?? 0)),
    ...metricsOf(sums, { replicate, replicates, spread, cells }),
    prompt_coverage: inScope(ofPrompts(prompts?.covered[id] ?? 0, prompts ? group.prompts_n : 0)),
  }
}

const fieldNames: Partial<Record<Grouping, string>> = { topic: "topic_id", prompt: "prompt_id", scan: "scan_id" }

function groupOf(key: string, groupings: Grouping[]): MetricsRow["group"] {
  const values = key.split(separator)
  return Object.fromEntries(
    groupings.map((grouping, i) => [
      fieldNames[grouping] ?? grouping,
      grouping === "topic" ? values[i] || null : values[i],
    ]),
  )
}

function promptsLeftOut(answers: number, isWithoutCells: boolean): Warning {
  const intervals = isWithoutCells
    ? " Rows of fewer than four scans have intervals only for shares, from Wilson's formula."
    : ""
  return {
    code: "prompt_metrics_left_out",
    message: `The scans have ${answers} answers. prompt_coverage and gap_prompts are left out above ${maxAnswersByPrompt}.${intervals} Ask for a shorter period.`,
    path: "data.rows",
  }
}

function tooFewTopics(topics: readonly number[]): Warning[] {
  const rowsWithout = topics.filter((n) => n < minTopics).length
  if (rowsWithout === 0) return []
  const maxTopics = Math.max(...topics)
  return [
    {
      code: "too_few_topics",
      message: `${rowsWithout} of ${topics.length} rows have no interval. ci_scope=population needs answers to prompts of at least ${minTopics} topics, and these rows have ${maxTopics === 1 ? "one" : `${maxTopics} at most`}. Prompts without a topic count as one topic. Add topics to your prompts, or send ci_scope=panel.`,
      path: "data.rows",
    },
  ]
}
