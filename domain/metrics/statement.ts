/**
 * Builds the single statement of a metric query. Postgres computes rows, totals, and the sums of the rows that the
 * limit cut off.
 */
import { empty, join, raw, type Sql, sql } from "@/prisma/client"
import { metricOf } from "./catalogue"
import { columnIndex, groupsOfMetric } from "./column"
import { columns, comparedFacts, facts } from "./facts"
import type { Terms } from "./metric"
import type { PlannedQuery } from "./planned-query"

/**
 * `current` and `previous` have one row for each bucket and combination of dimension values, of the period and of the
 * comparison. `cells` joins them, `page` has the rows of the response, and `returned` has their sums.
 */
export function statement(planned: PlannedQuery): Sql {
  const now = columns("c", planned.columns)
  const before = columns("p", planned.columns)
  const valueColumns = [...now, ...before]
  const dims = columns("d", planned.query.dimensions)
  const remainders = valueColumns.map((column) => sql`all_rows.${column} - coalesce(returned.${column}, 0)`)
  return sql`
    with current as materialized (${facts(planned)}),
    previous as materialized (${comparedFacts(planned)}),
    cells as (select current.*, ${join(before)} from current left join previous using (${join([raw("i"), ...dims])})
      ${largestSeries(planned, dims)}),
    page as (select *, row_number() over (order by ${order(planned, dims)}) as n from cells
      order by n limit ${planned.query.limit}),
    all_rows as (select * from (select ${sums(now)} from current) a, (select ${sums(before)} from previous) b),
    returned as (select ${sums(valueColumns)} from page)
    select (select count(*)::int from current) as rows_total, (select bit_or(q) from current) as quality,
      (select coalesce(json_agg(json_build_array(i, ${list(dims)}, ${list(valueColumns)}) order by n), '[]') from page) as rows,
      (select ${list(valueColumns)} from all_rows) as totals,
      (select ${list(remainders)} from all_rows, returned) as others`
}

const sums = (columns: Sql[]) => join(columns.map((column) => sql`sum(${column}) as ${column}`))
const list = (columns: Sql[]) =>
  columns.length === 0 ? sql`json_build_array()` : sql`json_build_array(${join(columns)})`

/** With `series_limit`, returns all points of the largest series. */
function largestSeries(planned: PlannedQuery, dims: Sql[]): Sql {
  const {
    series_limit,
    metrics: [first = ""],
  } = planned.query
  if (series_limit === undefined || dims.length === 0) return empty
  const size = value(first, planned, (column) => sql`sum(${column})`)
  const by = join(dims)
  return sql`join (select ${by}, row_number() over (order by ${size} desc nulls last, ${by}) as position
    from current group by ${by}) series using (${by}) where series.position <= ${series_limit}`
}

/** The requested order, followed by tie-breakers that make it deterministic. */
function order(planned: PlannedQuery, dims: Sql[]): Sql {
  const { order_by, metrics, dimensions } = planned.query
  const byFirst = sql`${value(metrics[0] ?? "", planned)} desc nulls last`
  if (order_by === undefined) return join([raw("i"), byFirst, ...dims])
  const name = order_by.replace(/^-/, "")
  const index = dimensions.indexOf(name)
  const key = name === "date" ? raw("i") : (dims[index] ?? value(name, planned))
  return join([sql`${key} ${order_by === name ? sql`asc` : sql`desc`} nulls last`, raw("i"), ...dims])
}

/** The SQL of a metric's value in the period, for ordering. `aggregate` is applied to each of its columns. */
function value(id: string, { columns, money }: PlannedQuery, aggregate = (column: Sql) => column): Sql {
  const { numeratorTerms, denominatorTerms } = metricOf(id)
  const valueOfGroup = (group: number | null) => {
    const columnOf = (storedMetric: string) => raw(`c${columnIndex(columns, storedMetric, group)}`)
    const sumOf = (terms: Terms) =>
      join(
        terms.map(([storedMetric, sign]) => sql`${raw(String(sign))} * ${aggregate(columnOf(storedMetric))}`),
        " + ",
      )
    if (!denominatorTerms) return sumOf(numeratorTerms)
    return sql`(${sumOf(numeratorTerms)}) / nullif(${sumOf(denominatorTerms)}, 0)`
  }
  return sql`coalesce(${join(groupsOfMetric(id, money).map(valueOfGroup))})`
}
