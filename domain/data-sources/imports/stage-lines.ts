/**
 * Aggregates the lines of a file to facts, once for every stored breakdown. Runs in temporary tables of the database,
 * so memory does not limit the file size.
 *
 * The tables have the columns account and date, and d0, d1, ... for the dimensions of the layout. `incoming_line` also
 * has m0, m1, ... for the numbers as they were read, and `incoming_sum` has f0, f1, ... for the stored metrics. All
 * names in the statements come from the catalogue of metrics and dimensions, never from the file.
 */
import type { PoolClient } from "pg"
import { isMoney } from "@/domain/metrics/catalogue"
import { type ColumnValue, copyRows } from "../facts/copy-rows"
import type { Layout } from "./layout"

export type AccountSource = { account: string; data_source_id: string; currency: string }

export async function copyLines(connection: PoolClient, layout: Layout, rows: AsyncIterable<ColumnValue[]>) {
  const dimensionColumns = layout.dimensions.map((_, position) => `d${position}`)
  const numberColumns = layout.numbers.map((_, position) => `m${position}`)
  const definitions = [
    "account text",
    "date date",
    ...dimensionColumns.map((column) => `${column} text`),
    ...numberColumns.map((column) => `${column} numeric`),
  ]
  await connection.query(`create temporary table incoming_line (${definitions.join(", ")})`)
  const columns = ["account", "date", ...dimensionColumns, ...numberColumns]
  await copyRows(connection, { table: "incoming_line", columns }, rows)
}

export const deleteDays = (connection: PoolClient, days: string[]) =>
  connection.query("delete from incoming_line where date = any($1::date[])", [days])

/** Replaces `incoming_line` with `incoming_sum`, which has one row per account, day and combination of dimensions. */
export async function sumLines(connection: PoolClient, layout: Layout) {
  const keys = ["account", "date", ...layout.dimensions.map((_, position) => `d${position}`)].join(", ")
  const sums = layout.metrics.map((metric, position) => `${metric.expression} as f${position}`)
  await connection.query(`create temporary table incoming_sum as
    select ${[keys, ...sums].join(", ")} from incoming_line group by ${keys}`)
  await connection.query("drop table incoming_line")
}

/**
 * Adds three kinds of breakdown to `staged_fact`: the daily total, each dimension alone, and all dimensions together.
 * Queries compute other combinations from the rows with all dimensions.
 */
export async function stageSums(connection: PoolClient, layout: Layout, clientId: string, sources: AccountSource[]) {
  const allPositions = layout.dimensions.map((_, position) => position)
  const breakdowns = [[], ...allPositions.map((position) => [position])]
  if (allPositions.length > 1) breakdowns.push(allPositions)
  for (const positions of breakdowns) await stageBreakdown(connection, layout, positions, { clientId, sources })
  await connection.query("drop table incoming_sum")
}

type StagingTarget = { clientId: string; sources: AccountSource[] }

/** Marks a dimension set of distinct counts per day, which cannot be summed across days. */
const distinctPerDay = "@day"

/** `positions`: the positions of the breakdown's dimensions in the layout. */
async function stageBreakdown(
  connection: PoolClient,
  layout: Layout,
  positions: number[],
  { clientId, sources }: StagingTarget,
) {
  const isFinest = positions.length === layout.dimensions.length
  const metrics = layout.metrics
    .map((metric, position) => ({ ...metric, column: `f${position}` }))
    // Counts of distinct people cannot be summed. They are stored only at the finest breakdown of the file.
    .filter((metric) => isFinest || !metric.isDistinctCount)
  if (metrics.length === 0) return
  const dimensionSet = positions.map((position) => layout.dimensions[position]?.dimension).join(",")
  const dims = positions.map((position) => `'${layout.dimensions[position]?.dimension}', g.d${position}`).join(", ")
  const keys = ["account", "date", ...positions.map((position) => `d${position}`)].join(", ")
  const sums = metrics.map(({ column, isDistinctCount }) =>
    // Each group of the finest breakdown is one row, so `max` returns the count of that row.
    isDistinctCount ? `max(${column}) as ${column}` : `sum(${column}) as ${column}`,
  )
  const valueRows = metrics.map(
    ({ column, storedMetric, isDistinctCount }) =>
      `('${storedMetric}', '${dimensionSet}${isDistinctCount ? distinctPerDay : ""}', ${isMoney(storedMetric)}, g.${column})`,
  )
  await connection.query(
    `insert into staged_fact (client_id, data_source_id, currency, metric_id, date, dimension_set, dims, value)
     select $1, s.data_source_id, case when v.is_money then s.currency end, v.metric_id, g.date, v.dimension_set,
       jsonb_build_object(${dims}), v.value
     from (select ${[keys, ...sums].join(", ")} from incoming_sum group by ${keys}) g
     join jsonb_to_recordset($2) as s (account text, data_source_id text, currency text) using (account)
     cross join lateral (values ${valueRows.join(", ")}) v (metric_id, dimension_set, is_money, value)
     where v.value is not null`,
    [clientId, JSON.stringify(sources)],
  )
}
