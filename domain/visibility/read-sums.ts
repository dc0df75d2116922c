/**
 * Reads the sums of every brand and group, and the sums of squares that their variances follow from: between scans or
 * topics (`readBrandSums`), and between the answers of each cell (`readCenteredSums`).
 * statistics/ratio-interval.ts computes the variances.
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
  rowKey,
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
  squareColumns,
  sumColumns,
  sums,
  sumsOfSquares,
} from "./ratios"
import type { TrackedBrand } from "./tracked-brands"

const brandSums = z.object({
  /** As `groupKey` returns it. */
  group_key: z.string(),
  brand_id: z.string(),
  sums,
  /** Number of scans, or topics, with answers of the group about this brand. `sumsOfSquares` is over these units. */
  units: z.int(),
  sumsOfSquares,
  /** Squares and products over single answers. */
  answerSquares: sumsOfSquares,
})
const brandSumsRow = brandSums.extend({ total: z.int() })
export type BrandSums = z.infer<typeof brandSums>

/**
 * The independent units between which the variance is computed. Scans for the scope `panel` (the project's prompts),
 * topics for the scope `population` (other prompts like these).
 */
export type Unit = "scan" | "topic"

/**
 * Returns at most `limit` rows, sorted by group, then by visibility, highest first, then in the order of `brands`.
 * `total` counts the rows before the limit.
 */
export async function readBrandSums(
  selection: MetricsSelection,
  brands: readonly TrackedBrand[],
  { unit, limit }: { unit: Unit; limit: number },
): Promise<{ rows: BrandSums[]; total: number }> {
  const brandIds = brands.flatMap(({ id, isRow }) => (isRow ? id : []))
  // Stored sums per scan do not separate topics or prompts, and during a recount they may be outdated.
  const needsCellTables = unit === "topic" || selection.project.is_recounting || isByPrompt(selection.query)
  const rows = await rowsPlannedPerCall(
    brandSumsRow,
    sql`
      with brand as (select id, name_order from unnest(${brandIds}::text[]) with ordinality as b(id, name_order)),
      unit_sums as (${needsCellTables ? sumCells(selection, unit, brandIds) : sumScans(selection, brandIds)})
      select group_key, brand_id, count(*)::int as units, ${sumsJson} as sums,
        ${productsJson(({ a, b }) => sql`sum(${raw(a)} * ${raw(b)})`)} as "sumsOfSquares",
        ${productsJson(({ answerSum }) => sql`sum(${raw(answerSum)})`)} as "answerSquares", (count(*) over ())::int as total
      from unit_sums join brand on brand.id = brand_id group by group_key, brand_id, name_order
      order by group_key collate "C", round((sum(mentioned) / sum(answers))::numeric, 12) desc, sum(mentioned) desc, name_order
      limit ${limit}`,
  )
  return { rows, total: rows[0]?.total ?? 0 }
}

/** Picks the columns in `countedColumns`. */
const pickCounted = (columns: Record<string, Sql>) =>
  Object.fromEntries(countedColumns.flatMap((name) => (columns[name] ? [[name, columns[name]]] : [])))
const sumEach = (columns: Record<string, Sql>) =>
  join(Object.entries(columns).map(([name, column]) => sql`sum(${column})::float8 as ${raw(name)}`))

/** One row per group, brand and scan, from the sums that each scan stored. */
function sumScans(selection: MetricsSelection, brandIds: readonly string[]): Sql {
  const citations = { all_citations: sql`c.all_citations`, all_citations_sq: sql`c.all_citations_sq` }
  const columns = pickCounted({ ...brandColumns, ...answerColumns, ...citations })
  return sql`
    select ${groupKey(selection.query)} as group_key, c.brand_id, ${sumEach(columns)}
    from ${scanRowsOf(selection, brandCondition(brandIds))} group by ${groupColumns(selection.query)}, c.brand_id, c.scan_id`
}

/**
 * One row per group, brand and unit, from the sums of the cells. A scan counts only for the brands that it looked for,
 * which are those with a row in `visibility_scan_brand`. Postgres adds up each scan on its own, in a small hash table.
 * In one aggregation over a year, it expects as many groups as rows and sorts millions of rows on disk.
 */
function sumCells(selection: MetricsSelection, unit: Unit, brandIds: readonly string[]): Sql {
  const { project, query } = selection
  const unitId = unit === "scan" ? sql`s.id` : sql`coalesce(p.topic_id, '')`
  const key = sql`${groupKey(query)} as group_key, ${unitId} as unit_id`
  const groupBy = unit === "scan" ? groupColumns(query) : sql`${groupColumns(query)}, p.topic_id`
  const answers = sumCellsOfScan(selection, "visibility_cell", {
    columns: sql`${key}, ${sumEach(pickCounted(answerColumns))}`,
    groupBy,
  })
  const brandsOfScan = sql`
    select distinct c.brand_id from visibility_scan_brand c
    where c.scan_id = s.id and c.team_id = ${project.team_id}${brandCondition(brandIds)}`
  const mentions = sumCellsOfScan(selection, "visibility_cell_brand", {
    columns: sql`${key}, c.brand_id, ${sumEach(pickCounted(brandColumns))}`,
    groupBy: sql`${groupBy}, c.brand_id`,
    condition: brandCondition(brandIds),
  })
  const sumsOfScan = fullJoin(
    sql`(select * from (${answers}) a cross join (${brandsOfScan}) b) a`,
    sql`(${mentions}) m`,
    sql`group_key, unit_id, brand_id`,
  )
  const totals = countedColumns.map((name) => sql`coalesce(sum(${raw(name)}), 0) as ${raw(name)}`)
  return sql`
    select group_key, brand_id, ${join(totals)} from ${scansOf(selection)} cross join lateral ${sumsOfScan} a
    where answers is not null group by group_key, brand_id, unit_id`
}

const countedColumns = [...sumColumns, ...squareColumns]

/** The JSON of `sums`. */
const sumsJson = sql`json_build_object(${join(sumColumns.map((name) => sql`${name}::text, sum(${raw(name)})`))})`

/** The JSON of `sumsOfSquares`: for each metric, `sumOf` each of its three products. */
function productsJson(sumOf: (product: Product) => Sql): Sql {
  const productSums = (name: RatioName) => join(productsOf(ratios[name]).map(sumOf))
  return sql`json_build_object(${join(ratioNames.map((name) => sql`${name}::text, json_build_array(${productSums(name)})`))})`
}

/** The product a * b of two columns. `answerSum` is the column with the sum of this product over single answers. */
type Product = { name: string; a: Column; b: Column; answerSum: Column }
const productOf = (a: Column, b: Column, answerSum: Column): Product => ({ name: `${a}_${b}`, a, b, answerSum })
const productsOf = ({ y, x, yy, xy, xx }: Ratio) => [productOf(y, y, yy), productOf(x, y, xy), productOf(x, x, xx)]

const centered = z.object({
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
  expansionFactor: z.number(),
})
const centeredSums = centered.extend({
  /**
   * The same for the sums of a cell in one scan, and their differences from the cell's mean over its scans. Unlike the
   * differences between answers, they contain what the runs of one scan have in common. Null if no cell has answers in
   * two scans.
   */
  betweenScans: centered.nullable(),
})
export type CenteredSums = z.infer<typeof centeredSums>
const centeredSumsRow = centeredSums.extend({ group_key: z.string(), brand_id: z.string() })

/**
 * Reads the sums of squares within the strata of these groups. Returns a map by `rowKey`. Products of columns about all
 * answers are the same for every brand, so they are added up once per group. The steps of the statement:
 *
 *     between answers          cell -> stratum         -> group_sums
 *                  brand_cell, cell -> brand_stratum   -> brand_sums
 *     between scans    cell_in_scan -> cell_of_scans       -> group_scan_sums
 *          brand_cell, cell_in_scan -> brand_cell_of_scans -> brand_scan_sums
 *
 * The last step joins the four sums to one row per group and brand.
 */
export async function readCenteredSums(
  selection: MetricsSelection,
  brands: readonly TrackedBrand[],
  groups: readonly string[],
): Promise<Map<string, CenteredSums>> {
  const brandIds = brands.flatMap(({ id, isRow }) => (isRow ? id : []))
  const narrowed = narrowToGroups(selection, groups)
  const rows = await rowsPlannedPerCall(
    centeredSumsRow,
    sql`
      with ${strata(narrowed)},
      brand_cell as (
        select ${groupKey(narrowed.query)} as group_key, c.brand_id, c.scan_id, c.prompt_id, c.engine_id, c.region, ${selectEach(brandColumns)}
        from ${cellsOf(narrowed, "visibility_cell_brand", brandCondition(brandIds))}),
      brand_stratum as (
        select group_key, stratum_id, brand_id, ${aggregateEach(answerColumns, "any_value")}, ${aggregateEach(brandColumns, "sum")}
        from ${fullJoin(sql`brand_cell`, sql`cell_stratum`, sql`group_key, prompt_id, engine_id, region`)} a
        where brand_id is not null and answers > 1 group by group_key, stratum_id, brand_id),
      brand_sums as (
        select group_key, brand_id, ${centeredProducts(products.filter(dependsOnBrand))} from brand_stratum group by group_key, brand_id),
      group_sums as (
        select group_key, sum(answers - 1)::int as df,
          coalesce(sum(answers) / sum(answers) filter (where answers > 1), 1) as "expansionFactor",
          ${centeredProducts(products.filter((product) => !dependsOnBrand(product)))}
        from stratum group by group_key),
      ${scanSums(narrowed)},
      requested as (select group_sums.*, id as brand_id from group_sums cross join unnest(${brandIds}::text[]) as b(id))
      select group_key, brand_id, s.df, s."expansionFactor",
        ${productsJson((product) => sql`coalesce(s.${raw(product.name)}, 0)`)} as "sumsOfSquares",
        case when g.df is not null then json_build_object('df', g.df, 'expansionFactor', g."expansionFactor", 'sumsOfSquares',
          ${productsJson((product) => sql`coalesce(${raw(dependsOnBrand(product) ? "b" : "g")}.${raw(product.name)}, 0)`)}) end as "betweenScans"
      from ${fullJoin(sql`requested`, sql`brand_sums`, sql`group_key, brand_id`)} s
        left join group_scan_sums g using (group_key) left join brand_scan_sums b using (group_key, brand_id)`,
  )
  return new Map(
    rows.map(({ group_key, brand_id, ...centeredSums }) => [rowKey({ group_key, brand_id }), centeredSums]),
  )
}

/**
 * Common table expressions over all answers: `stratum`, and `cell_stratum` with the stratum of each cell. A stratum is
 * a cell with several answers, or all cells of a topic, engine and region that have one answer each. The latter differ
 * more than answers of one cell, so the interval is wider.
 */
const strata = (selection: MetricsSelection) => sql`
  cell as materialized (
    select *, case when answers > 1 then prompt_id else topic end as stratum from (
      select ${groupKey(selection.query)} as group_key, c.prompt_id, c.engine_id, c.region, coalesce(p.topic_id, '') as topic,
        ${sumEach(answerColumns)}
      from ${cellsOf(selection, "visibility_cell")}
      group by ${groupColumns(selection.query)}, c.prompt_id, c.engine_id, c.region, p.topic_id) c),
  stratum as materialized (
    select group_key, engine_id, region, stratum, row_number() over () as stratum_id, ${aggregateEach(answerColumns, "sum")}
    from cell group by group_key, engine_id, region, stratum),
  cell_key as (select group_key, prompt_id, engine_id, region, stratum from cell),
  cell_stratum as materialized (
    select * from ${fullJoin(sql`cell_key`, sql`stratum`, sql`group_key, engine_id, region, stratum`)} m)`

/**
 * Common table expressions with the sums between the scans of each cell: `group_scan_sums` has those about all answers,
 * and `brand_scan_sums` the others. A brand has no row in a scan that does not find it, where its products are 0.
 */
function scanSums(selection: MetricsSelection): Sql {
  const key = sql`group_key, prompt_id, engine_id, region`
  // Some counts are stored as smallint. Without the cast, their product would overflow from 182 answers of a cell on.
  const sumProducts = (selected: Product[]) =>
    join(selected.map(({ name, a, b }) => sql`sum(${raw(a)}::float8 * ${raw(b)}) as ${raw(name)}`))
  const ofAnswers = products.filter((product) => !dependsOnBrand(product))
  const ofBrand = products.filter(dependsOnBrand)
  const center = (selected: Product[]) =>
    join(
      selected.map(({ name, a, b }) => {
        const centered = sql`${raw(name)} - ${raw(a)} * ${raw(b)} / scans`
        return sql`sum(scans / (scans - 1) * (${centered})) filter (where scans > 1) as ${raw(name)}`
      }),
    )
  return sql`
    cell_in_scan as materialized (
      select ${groupKey(selection.query)} as group_key, c.scan_id, c.prompt_id, c.engine_id, c.region, ${selectEach(answerColumns)}
      from ${cellsOf(selection, "visibility_cell")}),
    cell_of_scans as materialized (
      select ${key}, count(*)::float8 as scans, ${aggregateEach(answerColumns, "sum")}, ${sumProducts(ofAnswers)}
      from cell_in_scan group by ${key}),
    brand_cell_of_scans as (
      select ${key}, brand_id, ${aggregateEach(brandColumns, "sum")}, ${sumProducts(ofBrand)}
      from ${fullJoin(sql`brand_cell`, sql`cell_in_scan`, sql`${key}, scan_id`)} a where brand_id is not null group by ${key}, brand_id),
    group_scan_sums as (
      select group_key, sum(scans - 1) filter (where scans > 1)::int as df,
        sum(answers) / sum(answers) filter (where scans > 1) as "expansionFactor", ${center(ofAnswers)}
      from cell_of_scans group by group_key),
    brand_scan_sums as (
      select group_key, brand_id, ${center(ofBrand)}
      from ${fullJoin(sql`brand_cell_of_scans`, sql`(select ${key}, scans, ${join(Object.keys(answerColumns).map(raw))} from cell_of_scans) c`, key)} a
      where brand_id is not null group by group_key, brand_id)`
}

const selectEach = (columns: Record<string, Sql>) =>
  join(Object.entries(columns).map(([name, column]) => sql`${column} as ${raw(name)}`))
const aggregateEach = (columns: Record<string, Sql>, aggregate: "sum" | "any_value") =>
  join(Object.keys(columns).map((name) => sql`${raw(aggregate)}(${raw(name)}) as ${raw(name)}`))

/** The products of all metrics, each once. */
const products: Product[] = [
  ...new Map(ratioNames.flatMap((name) => productsOf(ratios[name])).map((product) => [product.name, product])).values(),
]
/** False for products of two columns about all answers. */
const dependsOnBrand = ({ a, b }: Product) => !(a in answerColumns && b in answerColumns)

/**
 * SQL for the centered products, added up over the strata. In a stratum of n answers, the sum of (a - mean a)(b - mean
 * b) is sum(ab) - sum(a) sum(b) / n.
 */
const centeredProducts = (selected: Product[]) =>
  join(
    selected.map(({ name, a, b, answerSum }) => {
      const centered = sql`${raw(answerSum)} - ${raw(a)} * ${raw(b)} / answers`
      return sql`sum(answers / (answers - 1) * (${centered})) filter (where answers > 1) as ${raw(name)}`
    }),
  )
