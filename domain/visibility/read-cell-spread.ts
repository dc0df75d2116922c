/** Reads how much the answers within each cell vary. Groups of fewer than four scans take their intervals from this. */
import { join, raw, rows, type Sql, sql } from "@/prisma/client"
import { cellsOf, groupKey, hashed, type Question } from "./query-sql"
import { type AnswerColumn, answerColumns, brandColumns, type Column, ratioNames, ratios, type Spread } from "./ratios"
import type { TrackedBrand } from "./tracked-brands"

/** `spread` has sums over the strata of n / (n - 1) times the squares and products around the stratum's mean. */
export type CellSpread = {
  spread: Spread
  df: number
  /** Answers of the group divided by answers of strata with two answers or more. The others vary too, and are taken to vary as much. */
  scale: number
}

type OfGroup = { g: string; df: number; scale: number; spread: Spread }
type OfBrand = { g: string; brand_id: string; spread: Spread }

/** Returns a map with keys `${group} ${brand}`. */
export async function readCellSpread(
  question: Question,
  brands: readonly TrackedBrand[],
): Promise<Map<string, CellSpread>> {
  const ids = brands.flatMap(({ id, isRow }) => (isRow ? id : []))
  const [groups, found] = await Promise.all([
    rows<OfGroup>(sql`with ${strata(question)}
      select g, sum(answers - 1)::int as df, sum(answers) / nullif(sum(answers) filter (where answers > 1), 0) as scale,
        ${spreadOf((column) => column in answerColumns)} as spread from stratum s group by g`),
    rows<OfBrand>(sql`with ${strata(question)},
      named as (
        select ${groupKey(question.query)} as g, c.brand_id, c.prompt_id, c.engine_id, c.region, ${summed(brandColumns)}
        from ${cellsOf(question, "visibility_cell_brand")} where c.brand_id = any(${ids}) group by 1, 2, 3, 4, 5),
      brand_stratum as (
        select g, engine_id, region, ${stratum} as stratum, brand_id, ${added(brandColumns, sql`a`)}
        from ${hashed(sql`named`, sql`cell`, sql`g, prompt_id, engine_id, region`)} a where brand_id is not null group by 1, 2, 3, 4, 5)
      select g, brand_id, ${spreadOf(() => true)} as spread
      from ${hashed(sql`brand_stratum`, sql`stratum`, sql`g, engine_id, region, stratum`)} s where brand_id is not null group by g, brand_id`),
  ])
  const byKey = new Map(found.map((row) => [`${row.g} ${row.brand_id}`, row.spread]))
  return new Map(
    groups.flatMap(({ g, df, scale, spread }) =>
      ids.map((id) => [`${g} ${id}`, { df, scale, spread: withAnswers(byKey.get(`${g} ${id}`), spread) }] as const),
    ),
  )
}

const summed = (columns: Record<string, Sql>) =>
  join(Object.entries(columns).map(([name, column]) => sql`sum(${column})::float8 as ${raw(name)}`))
const added = (columns: Record<string, Sql>, of: Sql) =>
  join(Object.keys(columns).map((name) => sql`sum(${of}.${raw(name)}) as ${raw(name)}`))

/** Cells with one answer are joined with those of the same topic and engine: they differ more than answers of one cell, so the interval gets wider. */
const stratum = sql`case when a.answers > 1 then prompt_id else a.topic end`

/** Common table expressions `cell` and `stratum`, with sums over all answers. */
const strata = (question: Question) => sql`
  cell as materialized (
    select ${groupKey(question.query)} as g, c.prompt_id, c.engine_id, c.region, coalesce(p.topic_id, '') as topic, ${summed(answerColumns)}
    from ${cellsOf(question, "visibility_cell")} group by 1, 2, 3, 4, 5),
  stratum as materialized (
    select g, engine_id, region, ${stratum} as stratum, ${added(answerColumns, sql`a`)} from cell a group by 1, 2, 3, 4)`

/** Sums of squares and products around the stratum's mean, for the columns that `has` selects; 0 for the others. */
function spreadOf(has: (column: Column) => boolean): Sql {
  const of = (column: Column) => sql`s.${raw(column)}`
  const term = (squares: Column, a: Column, b: Column) =>
    [squares, a, b].every(has)
      ? sql`coalesce(sum(s.answers / (s.answers - 1) * (${of(squares)} - ${of(a)} * ${of(b)} / s.answers)) filter (where s.answers > 1), 0)`
      : sql`0`
  return sql`json_build_object(${join(
    ratioNames.map((name) => {
      const { y, x, yy, xy, xx } = ratios[name]
      return sql`${name}::text, json_build_array(${term(yy, y, y)}, ${term(xy, x, y)}, ${term(xx, x, x)})`
    }),
  )})`
}

const isOfAnswers = (column: Column): column is AnswerColumn => column in answerColumns

/** Takes the terms that only concern the answers from the group, because a brand has no rows where it is not mentioned. */
function withAnswers(brand: Spread | undefined, group: Spread): Spread {
  return Object.fromEntries(
    ratioNames.map((name) => {
      const { y, x } = ratios[name]
      const [yy, xy] = isOfAnswers(y) ? group[name] : (brand?.[name] ?? [0, 0])
      return [name, [yy, xy, (isOfAnswers(x) ? group : brand)?.[name][2] ?? 0]]
    }),
  ) as Spread
}
