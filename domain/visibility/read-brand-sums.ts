/** Reads the sums of every brand and group, and how they vary between scans (or topics). */
import { join, raw, rows, type Sql, sql } from "@/prisma/client"
import { cellsOf, groupKey, hashed, type Question, scanRowsOf, tellsPromptsApart } from "./query-sql"
import {
  answerColumns,
  brandColumns,
  ratioNames,
  ratios,
  type Spread,
  type SumColumn,
  type Sums,
  sumColumns,
} from "./ratios"
import type { TrackedBrand } from "./tracked-brands"

export type BrandSums = {
  g: string
  brand_id: string
  sums: Sums
  /** Number of scans, or topics, that the group's answers come from. `spread` holds squares and products of their sums. */
  replicates: number
  spread: Spread
}

/** `replicate`: what repeats. Scans for the panel, topics for other prompts like these. */
export type Replicate = "scan" | "topic"

/** Rows are sorted by group, then by visibility, highest first. `total` counts all of them. */
export async function readBrandSums(
  question: Question,
  brands: readonly TrackedBrand[],
  { replicate, limit }: { replicate: Replicate; limit: number },
): Promise<{ rows: BrandSums[]; total: number }> {
  const ids = brands.flatMap(({ id, isRow }) => (isRow ? id : []))
  const isOfCells = replicate === "topic" || question.project.is_recounting || tellsPromptsApart(question.query)
  const found = await rows<BrandSums & { total: number }>(sql`
    with brand as (select id, by_name from unnest(${ids}::text[]) with ordinality as b(id, by_name)),
    part as (${isOfCells ? partsOfCells(question, replicate) : partsOfScans(question)})
    select g, brand_id, count(*)::int as replicates, ${sumsObject} as sums, ${spreadObject} as spread, (count(*) over ())::int as total
    from part join brand on brand.id = brand_id group by g, brand_id, by_name
    order by g collate "C", round((sum(mentioned) / sum(answers))::numeric, 12) desc, sum(mentioned) desc, by_name limit ${limit}`)
  return { rows: found, total: found[0]?.total ?? 0 }
}

const summed = (columns: readonly SumColumn[], all: Record<string, Sql>) =>
  join(columns.map((name) => sql`sum(${all[name]})::float8 as ${raw(name)}`))
const isOfAnswers = (column: string) => column in answerColumns
const answerSums = sumColumns.filter(isOfAnswers)
const brandSums = sumColumns.filter((column) => !isOfAnswers(column))

/** One row per group, brand and scan, from the sums that each scan stored. */
const partsOfScans = (question: Question) => sql`
  select ${groupKey(question.query)} as g, c.brand_id, ${summed(sumColumns, { ...brandColumns, ...answerColumns, all_citations: sql`c.all_citations` })}
  from ${scanRowsOf(question)} where c.brand_id in (select id from brand) group by 1, 2, c.scan_id`

/** The same from cells. A scan counts only for the brands that it looked for, which are those with a row in `visibility_scan_brand`. */
function partsOfCells(question: Question, replicate: Replicate): Sql {
  const { project, scans, query } = question
  const part = replicate === "scan" ? sql`c.scan_id` : sql`coalesce(p.topic_id, '')`
  const key = sql`${groupKey(query)} as g, c.scan_id, ${part} as part`
  const added = [
    ...answerSums.map((name) => sql`sum(${raw(name)}) as ${raw(name)}`),
    ...brandSums.map((name) => sql`coalesce(sum(${raw(name)}), 0) as ${raw(name)}`),
  ]
  const counted = sql`(
    select a.*, k.brand_id from (select ${key}, ${summed(answerSums, answerColumns)} from ${cellsOf(question, "visibility_cell")} group by 1, 2, 3) a
    join (select distinct scan_id, brand_id from visibility_scan_brand where team_id = ${project.team_id}
      and scan_id = any(${scans.map(({ id }) => id)}) and brand_id in (select id from brand)) k using (scan_id)) a`
  const named = sql`(
    select ${key}, c.brand_id, ${summed(brandSums, brandColumns)}
    from ${cellsOf(question, "visibility_cell_brand")} where c.brand_id in (select id from brand) group by 1, 2, 3, 4) n`
  return sql`
    select g, brand_id, ${join(added)} from ${hashed(counted, named, sql`g, scan_id, part, brand_id`)} a
    where answers is not null group by g, brand_id, part`
}

const sumsObject = sql`json_build_object(${join(sumColumns.map((name) => sql`${name}::text, sum(${raw(name)})`))})`

const spreadObject = sql`json_build_object(${join(
  ratioNames.map((name) => {
    const [y, x] = [raw(ratios[name].y), raw(ratios[name].x)]
    return sql`${name}::text, json_build_array(sum(${y} * ${y}), sum(${x} * ${y}), sum(${x} * ${x}))`
  }),
)})`
