/**
 * Reads the sums of every brand and group, and the sums of squares for their variance: between scans (or topics), and
 * between the answers of each cell. statistics/ratio-interval.ts computes variances from them.
 */
import { z } from "zod"
import { join, raw, rowsPlannedPerCall, type Sql, sql } from "@/prisma/client"
import {
  brandCondition,
  cellsOf,
  fullJoin,
  groupColumns,
  groupKey,
  isByPrompt,
  type MetricsSelection,
  narrowToGroups,
  scanRowsOf,
  scansOf,
  sumCellsOfScan,
} from "./query-sql"
import {
  answerColumns,
  brandColumns,
  type Column,
  type Ratio,
  type RatioName,
  ratioNames,
  ratios,
  sumColumns,
  sums,
  sumsOfSquares,
} from "./ratios"
import type { TrackedBrand } from "./require-known-ids"

const brandSums = z.object({
  /** Key of the group (`groupKey`). */
  g: z.string(),
  brand_id: z.string(),
  sums,
  /** Number of scans, or topics, with answers of the group about this brand. `sumsOfSquares` is over these units. */
  units: z.int(),
  sumsOfSquares,
})
const brandSumsRow = brandSums.extend({ total: z.int() })
export type BrandSums = z.infer<typeof brandSums>

/**
 * The independent units between which the variance is computed. Scans for the scope `panel` (the project's prompts),
 * topics for the scope `population` (other prompts like these).
 */
export type Unit = "scan" | "topic"

/**
 * Returns at most `limit` rows, sorted by group, then by visibility, highest first. `total` counts the rows before the
 * limit.
 */
export async function readBrandSums(
  selection: MetricsSelection,
  brands: readonly TrackedBrand[],
  { unit, limit }: { unit: Unit; limit: number },
): Promise<{ rows: BrandSums[]; total: number }> {
  const ids = brands.flatMap(({ id, isRow }) => (isRow ? id : []))
  // Stored sums per scan do not separate topics or prompts, and during a recount they may be outdated.
  const isOfCells = unit === "topic" || selection.project.is_recounting || isByPrompt(selection.query)
  const found = await rowsPlannedPerCall(
    brandSumsRow,
    sql`
      with brand as (select id, by_name from unnest(${ids}::text[]) with ordinality as b(id, by_name)),
      part as (${isOfCells ? partsOfCells(selection, unit, ids) : partsOfScans(selection, ids)})
      select g, brand_id, count(*)::int as units, ${sumsObject} as sums, ${sumsOfProducts(({ a, b }) => sql`sum(${raw(a)} * ${raw(b)})`)} as "sumsOfSquares",
        (count(*) over ())::int as total
      from part join brand on brand.id = brand_id group by g, brand_id, by_name
      order by g collate "C", round((sum(mentioned) / sum(answers))::numeric, 12) desc, sum(mentioned) desc, by_name limit ${limit}`,
  )
  return { rows: found, total: found[0]?.total ?? 0 }
}

/** Picks the columns in `sumColumns`, which leave out squares and products over single answers. */
const pickSumColumns = (columns: Record<string, Sql>) =>
  Object.fromEntries(sumColumns.flatMap((name) => (columns[name] ? [[name, columns[name]]] : [])))
const sumEach = (columns: Record<string, Sql>) =>
  join(Object.entries(columns).map(([name, column]) => sql`sum(${column})::float8 as ${raw(name)}`))

/** One row per group, brand and scan, from the sums that each scan stored. */
const partsOfScans = (selection: MetricsSelection, ids: readonly string[]) => sql`
  select ${groupKey(selection.query)} as g, c.brand_id, ${sumEach(pickSumColumns({ ...brandColumns, ...answerColumns, all_citations: sql`c.all_citations` }))}
  from ${scanRowsOf(selection, brandCondition(ids))} group by ${groupColumns(selection.query)}, c.brand_id, c.scan_id`

/**
 * One row per group, brand and unit, from the sums of the cells. A scan counts only for the brands that it looked for,
 * which are those with a row in `visibility_scan_brand`. Postgres adds up each scan on its own, in a small hash table.
 * In one aggregation over a year, it expects as many groups as rows and sorts millions of rows on disk.
 */
function partsOfCells(selection: MetricsSelection, unit: Unit, ids: readonly string[]): Sql {
  const { project, query } = selection
  const part = unit === "scan" ? sql`s.id` : sql`coalesce(p.topic_id, '')`
  const key = sql`${groupKey(query)} as g, ${part} as part`
  const groupBy = unit === "scan" ? groupColumns(query) : sql`${groupColumns(query)}, p.topic_id`
  const answers = sumCellsOfScan(selection, "visibility_cell", {
    columns: sql`${key}, ${sumEach(pickSumColumns(answerColumns))}`,
    groupBy,
  })
  const brandsOfScan = sql`
    select distinct c.brand_id from visibility_scan_brand c where c.scan_id = s.id and c.team_id = ${project.team_id}${brandCondition(ids)}`
  const named = sumCellsOfScan(selection, "visibility_cell_brand", {
    columns: sql`${key}, c.brand_id, ${sumEach(pickSumColumns(brandColumns))}`,
    groupBy: sql`${groupBy}, c.brand_id`,
    also: brandCondition(ids),
  })
  const ofScan = fullJoin(
    sql`(select * from (${answers}) a cross join (${brandsOfScan}) b) a`,
    sql`(${named}) n`,
    sql`g, part, brand_id`,
  )
  const added = sumColumns.map((name) => sql`coalesce(sum(${raw(name)}), 0) as ${raw(name)}`)
  return sql`
    select g, brand_id, ${join(added)} from ${scansOf(selection)} cross join lateral ${ofScan} a
    where answers is not null group by g, brand_id, part`
}

const sumsObject = sql`json_build_object(${join(sumColumns.map((name) => sql`${name}::text, sum(${raw(name)})`))})`

/** The JSON of `sumsOfSquares`, with `sum` for each of its products. */
function sumsOfProducts(sum: (product: Product) => Sql): Sql {
  const array = (name: RatioName) => join(productsOf(ratios[name]).map(sum))
  return sql`json_build_object(${join(ratioNames.map((name) => sql`${name}::text, json_build_array(${array(name)})`))})`
}

/** `a` times `b`. `squares` is the column with the sum of this product over single answers. */
type Product = { a: Column; b: Column; squares: Column }
const productsOf = ({ y, x, yy, xy, xx }: Ratio): Product[] => [
  { a: y, b: y, squares: yy },
  { a: x, b: y, squares: xy },
  { a: x, b: x, squares: xx },
]

const centeredSums = z.object({
  /**
   * Squares and products of the differences between an answer and the mean of its stratum. A stratum of n answers is
   * weighted by n / (n - 1).
   */
  sumsOfSquares,
  /** Degrees of freedom of the variance. */
  df: z.int(),
  /**
   * The number of all answers divided by the number of answers in strata with at least two. Strata with one answer are
   * assumed to vary like the others.
   */
  scale: z.number(),
})
export type CenteredSums = z.infer<typeof centeredSums>
const centeredSumsRow = centeredSums.extend({ g: z.string(), brand_id: z.string() })

/** Reads the sums of squares within the strata of these groups. Returns a map with keys `${group} ${brand}`. */
export async function readCenteredSums(
  selection: MetricsSelection,
  brands: readonly TrackedBrand[],
  groups: readonly string[],
): Promise<Map<string, CenteredSums>> {
  const ids = brands.flatMap(({ id, isRow }) => (isRow ? id : []))
  const found = await rowsPlannedPerCall(
    centeredSumsRow,
    sql`
      with ${strata(narrowToGroups(selection, groups))},
      named as (
        select ${groupKey(selection.query)} as g, c.brand_id, c.prompt_id, c.engine_id, c.region, ${selectEach(brandColumns)}
        from ${cellsOf(narrowToGroups(selection, groups), "visibility_cell_brand", brandCondition(ids))}),
      brand_stratum as (
        select g, stratum_id, brand_id, ${aggregateEach(answerColumns, "any_value")}, ${aggregateEach(brandColumns, "sum")}
        from ${fullJoin(sql`named`, sql`member`, sql`g, prompt_id, engine_id, region`)} a where brand_id is not null and answers > 1 group by 1, 2, 3),
      of_brand as (select g, brand_id, ${deviations(products.filter(isOfBrand))} from brand_stratum group by g, brand_id),
      of_group as (
        select g, sum(answers - 1)::int as df, coalesce(sum(answers) / sum(answers) filter (where answers > 1), 1) as scale,
          ${deviations(products.filter((product) => !isOfBrand(product)))} from stratum group by g),
      wanted as (select of_group.*, id as brand_id from of_group cross join unnest(${ids}::text[]) as b(id))
      select g, brand_id, df, scale, ${sumsOfProducts((product) => sql`coalesce(${raw(nameOf(product))}, 0)`)} as "sumsOfSquares"
      from ${fullJoin(sql`wanted`, sql`of_brand`, sql`g, brand_id`)} s`,
  )
  return new Map(found.map(({ g, brand_id, ...row }) => [`${g} ${brand_id}`, row]))
}

/**
 * Common table expressions over all answers: `stratum`, and `member` with the stratum of each cell. A stratum is a cell
 * with several answers, or all cells of a topic, engine and region that have one answer each. The latter differ more
 * than answers of one cell, so the interval is wider.
 */
const strata = (selection: MetricsSelection) => sql`
  cell as materialized (
    select *, case when answers > 1 then prompt_id else topic end as stratum from (
      select ${groupKey(selection.query)} as g, c.prompt_id, c.engine_id, c.region, coalesce(p.topic_id, '') as topic, ${sumEach(answerColumns)}
      from ${cellsOf(selection, "visibility_cell")} group by ${groupColumns(selection.query)}, c.prompt_id, c.engine_id, c.region, p.topic_id) c),
  stratum as materialized (
    select g, engine_id, region, stratum, row_number() over () as stratum_id, ${aggregateEach(answerColumns, "sum")} from cell group by 1, 2, 3, 4),
  place as (select g, prompt_id, engine_id, region, stratum from cell),
  member as materialized (select * from ${fullJoin(sql`place`, sql`stratum`, sql`g, engine_id, region, stratum`)} m)`

const selectEach = (columns: Record<string, Sql>) =>
  join(Object.entries(columns).map(([name, column]) => sql`${column} as ${raw(name)}`))
const aggregateEach = (columns: Record<string, Sql>, aggregate: "sum" | "any_value") =>
  join(Object.keys(columns).map((name) => sql`${raw(aggregate)}(${raw(name)}) as ${raw(name)}`))

const nameOf = ({ a, b }: Product) => `${a}_${b}`
const products = [
  ...new Map(
    ratioNames.flatMap((name) => productsOf(ratios[name])).map((product) => [nameOf(product), product]),
  ).values(),
]
/** False for a product of columns about all answers, which is the same for every brand and is read from `stratum`. */
const isOfBrand = ({ a, b }: Product) => !(a in answerColumns && b in answerColumns)

const deviations = (of: Product[]) =>
  join(
    of.map(({ a, b, squares }) => {
      const deviation = sql`${raw(squares)} - ${raw(a)} * ${raw(b)} / answers`
      return sql`sum(answers / (answers - 1) * (${deviation})) filter (where answers > 1) as ${raw(nameOf({ a, b, squares }))}`
    }),
  )
