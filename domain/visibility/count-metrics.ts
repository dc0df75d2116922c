/** Computes the rows and totals of a metrics query for one set of scans. */
import type { Warning } from "@/domain/kernel/warnings"
import { groupMetrics, metricsOf, minUnits, type VarianceInput, wilsonShare } from "./metrics"
import type { Grouping } from "./metrics-query"
import type { MetricsRow } from "./metrics-table"
import { groupingsOf, type MetricsSelection, rowKey, separator } from "./query-sql"
import { type GroupCounts, type PromptCounts, readGroups, readPrompts } from "./read-groups"
import { type BrandSums, type CenteredSums, readBrandSums, readCenteredSums } from "./read-sums"
import type { TrackedBrand } from "./tracked-brands"

/**
 * Above this number of answers in the chosen scans, counts of prompts and variances within cells are left out, because
 * they would take longer than a second.
 */
const maxAnswersByCell = 250_000

/** `key` identifies the group and brand of a row. */
export type CountedRow = Omit<MetricsRow, "change"> & { key: string }

/** Returns at most `limit` rows. `rows_total` and the totals cover all rows. */
export async function countMetrics(selection: MetricsSelection, brands: readonly TrackedBrand[], limit: number) {
  const answers = selection.scans.reduce((sum, scan) => sum + scan.answers_valid, 0)
  const canReadCells = answers <= maxAnswersByCell
  const unit = selection.query.ci_scope === "panel" ? "scan" : "topic"
  const [{ groups, totals }, brandSums, prompts] = await Promise.all([
    readGroups(selection),
    readBrandSums(selection, brands, { unit, limit }),
    canReadCells ? readPrompts(selection) : new Map<string, PromptCounts>(),
  ])
  // The variance within cells replaces that between scans in groups with few scans.
  const groupsOfFewScans = brandSums.rows.flatMap(({ group_key, units }) =>
    unit === "scan" && units < minUnits.scan ? group_key : [],
  )
  const needsCells = groupsOfFewScans.length > 0
  const centeredSums =
    needsCells && canReadCells
      ? await readCenteredSums(selection, brands, groupsOfFewScans)
      : new Map<string, CenteredSums>()
  const brandsById = new Map(brands.map((brand) => [brand.id, brand]))
  const { mentions_n, citations_n } = totals
  return {
    rows: brandSums.rows.map((row) => {
      const group = groups.get(row.group_key) as GroupCounts
      const answersPerCell = row.sums.answers / group.cells_n / row.units
      return rowOf(selection, {
        row,
        group,
        brand: brandsById.get(row.brand_id) as TrackedBrand,
        prompts: prompts.get(row.group_key),
        varianceInput: { ...row, unit, withinCells: centeredSums.get(rowKey(row)), answersPerCell },
      })
    }),
    rows_total: brandSums.total,
    totals: { ...groupMetrics(totals, unit), mentions_n, citations_n },
    warnings: [
      ...(canReadCells ? [] : [promptsLeftOut(answers, needsCells)]),
      ...(unit === "topic" ? tooFewTopics(brandSums.rows.map(({ units }) => units)) : []),
    ],
  }
}

type RowParts = {
  row: BrandSums
  group: GroupCounts
  brand: TrackedBrand
  prompts: PromptCounts | undefined
  varianceInput: VarianceInput
}

function rowOf({ query }: MetricsSelection, { row, group, brand, prompts, varianceInput }: RowParts): CountedRow {
  const { id, name, kind } = brand
  const shareOfPrompts = (count: number, total: number) =>
    wilsonShare(count, total, group.answers_n, varianceInput.unit)
  return {
    key: rowKey(row),
    brand: { id, name, kind },
    group: groupOf(row.group_key, groupingsOf(query)),
    ...groupMetrics(group, varianceInput.unit),
    answers_n: row.sums.answers,
    gap_prompts: shareOfPrompts(prompts?.gaps_n ?? 0, prompts?.gaps_of_n ?? 0),
    ...metricsOf(row.sums, varianceInput),
    prompt_coverage: shareOfPrompts(prompts?.covered[id] ?? 0, prompts ? group.prompts_n : 0),
  }
}

/** Fields of `group` whose name differs from the grouping. */
const fieldNames: Partial<Record<Grouping, string>> = { topic: "topic_id", prompt: "prompt_id", scan: "scan_id" }

/** Splits a group's key into its values. An empty topic stands for prompts without a topic. */
function groupOf(key: string, groupings: Grouping[]): MetricsRow["group"] {
  const values = key.split(separator)
  const fields = groupings.map((grouping, i) => {
    const value = grouping === "topic" ? values[i] || null : values[i]
    return [fieldNames[grouping] ?? grouping, value]
  })
  return Object.fromEntries(fields)
}

function promptsLeftOut(answers: number, lacksCenteredSums: boolean): Warning {
  const intervals = lacksCenteredSums
    ? " Rows of fewer than four scans have Wilson's intervals, and average_position has none."
    : ""
  return {
    code: "prompt_metrics_left_out",
    message: `The scans have ${answers} answers. prompt_coverage and gap_prompts are left out above ${maxAnswersByCell}.${intervals} Ask for a shorter period.`,
    path: "data.rows",
  }
}

function tooFewTopics(topics: readonly number[]): Warning[] {
  const rowsWithout = topics.filter((n) => n < minUnits.topic).length
  if (rowsWithout === 0) return []
  const maxTopics = Math.max(...topics)
  return [
    {
      code: "too_few_topics",
      message: `${rowsWithout} of ${topics.length} rows have no interval. ci_scope=population needs answers to prompts of at least ${minUnits.topic} topics, and these rows have ${maxTopics === 1 ? "one" : `${maxTopics} at most`}. Prompts without a topic count as one topic. Add topics to your prompts, or send ci_scope=panel.`,
      path: "data.rows",
    },
  ]
}
