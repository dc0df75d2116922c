/**
 * Builds the single statement of a metric query. Postgres computes rows, totals, and the sums of the rows that the
 * limit cut off.
 */
import { join, raw, type Sql, sql } from "@/prisma/client"
import { metricOf } from "./catalogue"
import { columnIndex, groupsOfMetric } from "./column"
import type { CurrencyGroup } from "./currency"
import { columnNames, selectComparedFacts, selectFacts } from "./facts"
import type { Terms } from "./metric"
import type { PlannedQuery } from "./planned-query"

/**
 * `current` and `previous` have one row for each bucket and combination of dimension values, of the period and of the
 * comparison. `joined_rows` joins them, `page` has the rows of the response, and `returned` has their sums.
 */
export function buildStatement(planned: PlannedQuery): Sql {
  const currentColumns = columnNames("current", planned.columns)
  const previousColumns = columnNames("previous", planned.columns)
  const valueColumns = [...currentColumns, ...previousColumns]
  const dims = columnNames("dim", planned.query.dimensions)
  const remainders = valueColumns.map((column) => sql`all_rows.${column} - coalesce(returned.${column}, 0)`)
  return sql`
    with current as materialized (${selectFacts(planned)}),
    previous as materialized (${selectComparedFacts(planned)}),
    joined_rows as (${largestSeries(joinPeriods(planned, dims), planned, dims)}),
    page as (select *, row_number() over (order by ${orderBy(planned, dims)}) as position from joined_rows
      order by position limit ${planned.query.limit}),
    all_rows as (select *
      from (select ${sumEach(currentColumns)} from current) current_sums, (select ${sumEach(previousColumns)} from previous) previous_sums),
    returned as (select ${sumEach(valueColumns)} from page)
    select (select count(*)::int from current) as rows_total, (select bit_or(quality) from current) as quality,
      (select coalesce(json_agg(json_build_array(bucket, ${jsonArray(dims)}, ${jsonArray(valueColumns)}) order by position), '[]')
        from page) as rows,
      (select ${jsonArray(valueColumns)} from all_rows) as totals,
      (select ${jsonArray(remainders)} from all_rows, returned) as others`
}

const sumEach = (columns: Sql[]) => join(columns.map((column) => sql`sum(${column}) as ${column}`))
const jsonArray = (columns: Sql[]) =>
  columns.length === 0 ? sql`json_build_array()` : sql`json_build_array(${join(columns)})`

/**
 * Joins each row of the period with the row that it is compared with. Postgres may expect few rows in both, for example
 * of a new client, and would then compare every row with every other in a nested loop. It cannot run a full join that
 * way. `offset 0` stops it from turning the full join into a left join.
 */
function joinPeriods({ columns }: PlannedQuery, dims: Sql[]): Sql {
  const key = join([raw("bucket"), ...dims])
  return sql`select * from (
    select ${key}, ${join([...columnNames("current", columns), ...columnNames("previous", columns)])},
      current.bucket is not null as is_in_period
    from current full join previous using (${key}) offset 0) joined where is_in_period`
}

/** With `series_limit`, keeps only the largest series by the first metric, each with all of its points. */
function largestSeries(joined: Sql, planned: PlannedQuery, dims: Sql[]): Sql {
  const { series_limit, metrics } = planned.query
  if (series_limit === undefined || dims.length === 0) return joined
  const series = join(dims)
  const size = metricValueSql(metrics[0] ?? "", planned, (column) => sql`sum(${column}) over (partition by ${series})`)
  return sql`select * from (
    select *, dense_rank() over (order by series_size desc nulls last, ${series}) as series_position
    from (select *, ${size} as series_size from (${joined}) joined) sized) ranked where series_position <= ${series_limit}`
}

/** The requested order, followed by tie-breakers that make it deterministic. */
function orderBy(planned: PlannedQuery, dims: Sql[]): Sql {
  const { order_by, metrics, dimensions } = planned.query
  const byFirstMetric = sql`${metricValueSql(metrics[0] ?? "", planned)} desc nulls last`
  if (order_by === undefined) return join([raw("bucket"), byFirstMetric, ...dims])
  const name = order_by.replace(/^-/, "")
  const index = dimensions.indexOf(name)
  const key = name === "date" ? raw("bucket") : (dims[index] ?? metricValueSql(name, planned))
  return join([sql`${key} ${order_by === name ? sql`asc` : sql`desc`} nulls last`, raw("bucket"), ...dims])
}

/** The SQL of a metric's value in the period, for ordering. `aggregate` is applied to each of its columns. */
function metricValueSql(id: string, { columns, money }: PlannedQuery, aggregate = (column: Sql) => column): Sql {
  const { numeratorTerms, denominatorTerms } = metricOf(id)
  const valueOfGroup = (group: CurrencyGroup | null) => {
    const columnOf = (storedMetric: string) => raw(`current_${columnIndex(columns, storedMetric, group)}`)
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
