/**
 * Builds the single statement of a metric query. Postgres computes rows, totals, and the sums of the rows that the
 * limit cut off.
 */
import { empty, join, raw, type Sql, sql } from "@/prisma/client"
import type { Ask } from "./ask"
import { metricOf } from "./catalogue"
import { columns, comparedFacts, facts } from "./facts"
import type { MetricQuery } from "./metric-query"

export function statement(ask: Ask): Sql {
  const now = columns("c", ask.plan.bases)
  const before = columns("p", ask.plan.bases)
  const figures = [...now, ...before]
  const dims = columns("d", ask.query.dimensions)
  const left = figures.map((f) => sql`whole.${f} - coalesce(returned.${f}, 0)`)
  return sql`
    with current as materialized (${facts(ask)}),
    previous as materialized (${comparedFacts(ask)}),
    cells as (select current.*, ${join(before)} from current left join previous using (${join([raw("i"), ...dims])})
      ${largestSeries(ask.query, ask.plan.bases, dims)}),
    page as (select *, row_number() over (order by ${order(ask.query, ask.plan.bases, dims)}) as n from cells
      order by n limit ${ask.query.limit}),
    whole as (select * from (select ${sums(now)} from current) a, (select ${sums(before)} from previous) b),
    returned as (select ${sums(figures)} from page)
    select (select count(*)::int from current) as rows_total, (select bit_or(q) from current) as quality,
      (select coalesce(json_agg(json_build_array(i, ${list(dims)}, ${list(figures)}) order by n), '[]') from page) as rows,
      (select ${list(figures)} from whole) as totals,
      (select ${list(left)} from whole, returned) as others`
}

const sums = (figures: Sql[]) => join(figures.map((f) => sql`sum(${f}) as ${f}`))
const list = (figures: Sql[]) =>
  figures.length === 0 ? sql`json_build_array()` : sql`json_build_array(${join(figures)})`

/** With `series_limit`, returns all points of the largest series. */
function largestSeries({ series_limit, metrics: [first = ""] }: MetricQuery, bases: string[], dims: Sql[]): Sql {
  if (series_limit === undefined || dims.length === 0) return empty
  const size = value(first, bases, (figure) => sql`sum(${figure})`)
  const by = join(dims)
  return sql`join (select ${by}, row_number() over (order by ${size} desc nulls last, ${by}) as place
    from current group by ${by}) series using (${by}) where series.place <= ${series_limit}`
}

/** The requested order, followed by tie-breakers that make it deterministic. */
function order({ order_by, metrics, dimensions }: MetricQuery, bases: string[], dims: Sql[]): Sql {
  const byFirst = sql`${value(metrics[0] ?? "", bases)} desc nulls last`
  if (order_by === undefined) return join([raw("i"), byFirst, ...dims])
  const name = order_by.replace(/^-/, "")
  const place = dimensions.indexOf(name)
  const key = name === "date" ? raw("i") : (dims[place] ?? value(name, bases))
  return join([sql`${key} ${order_by === name ? sql`asc` : sql`desc`} nulls last`, raw("i"), ...dims])
}

/** The SQL of a metric's value in the period, for ordering. */
function value(id: string, bases: string[], of = (figure: Sql) => figure): Sql {
  const { numeratorTerms, denominatorTerms } = metricOf(id)
  const add = (terms: typeof numeratorTerms) =>
    join(
      terms.map(([base, sign]) => sql`${raw(String(sign))} * ${of(raw(`c${bases.indexOf(base)}`))}`),
      " + ",
    )
  if (!denominatorTerms) return add(numeratorTerms)
  return sql`(${add(numeratorTerms)}) / nullif(${add(denominatorTerms)}, 0)`
}
