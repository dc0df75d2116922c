/**
 * Aggregates the lines of a file to facts, once for every stored breakdown. Runs in temporary tables of the database,
 * so memory does not limit the file size.
 */
import type { PoolClient } from "pg"
import { isMoney } from "@/domain/metrics/catalogue"
import { type ColumnValue, copyRows } from "../facts/copy-rows"
import type { Layout } from "./layout"

export type AccountSource = { account: string; data_source_id: string; currency: string }

export async function copyLines(connection: PoolClient, layout: Layout, rows: AsyncIterable<ColumnValue[]>) {
  const dims = layout.dimensions.map((_, n) => `d${n}`)
  const numbers = layout.numbers.map((_, n) => `m${n}`)
  const columns = ["account text", "date date", ...dims.map((d) => `${d} text`), ...numbers.map((m) => `${m} numeric`)]
  await connection.query(`create temporary table incoming_line (${columns.join(", ")})`)
  await copyRows(connection, { table: "incoming_line", columns: ["account", "date", ...dims, ...numbers] }, rows)
}

export const dropDays = (connection: PoolClient, days: string[]) =>
  connection.query("delete from incoming_line where date = any($1::date[])", [days])

/**
 * Replaces `incoming_line` with `incoming_sum`, which has one row per account, day and combination of dimensions. The
 * columns d0, d1, ... are the dimensions of the layout, and f0, f1, ... its stored metrics.
 */
export async function sumLines(connection: PoolClient, layout: Layout) {
  const dims = layout.dimensions.map((_, n) => `d${n}`)
  const keys = ["account", "date", ...dims].join(", ")
  const sums = layout.metrics.map((metric, n) => `${metric.expression} as f${n}`)
  await connection.query(`create temporary table incoming_sum as
    select ${[keys, ...sums].join(", ")} from incoming_line group by ${keys}`)
  await connection.query("drop table incoming_line")
}

/**
 * Adds three kinds of breakdown to `staged_fact`: the daily total, each dimension alone, and all dimensions together.
 * Queries compute every other combination from the last one.
 */
export async function stageSums(connection: PoolClient, layout: Layout, clientId: string, sources: AccountSource[]) {
  const all = layout.dimensions.map((_, n) => n)
  const breakdowns = [[], ...all.map((n) => [n]), ...(all.length > 1 ? [all] : [])]
  for (const breakdown of breakdowns) await stageBreakdown(connection, layout, breakdown, { clientId, sources })
  await connection.query("drop table incoming_sum")
}

type Target = { clientId: string; sources: AccountSource[] }

/** `breakdown`: the positions of its dimensions in the layout. */
async function stageBreakdown(
  connection: PoolClient,
  layout: Layout,
  breakdown: number[],
  { clientId, sources }: Target,
) {
  const isFinest = breakdown.length === layout.dimensions.length
  const metrics = layout.metrics
    .map((metric, n) => ({ ...metric, n }))
    // Counts of distinct people cannot be summed. They are stored only at the finest breakdown of the file.
    .filter((metric) => isFinest || !metric.isDistinctCount)
  if (metrics.length === 0) return
  const dimensionNames = breakdown.map((n) => layout.dimensions[n]?.dimension).join(",")
  const dims = breakdown.map((n) => `'${layout.dimensions[n]?.dimension}', g.d${n}`).join(", ")
  const keys = ["account", "date", ...breakdown.map((n) => `d${n}`)].join(", ")
  const sums = metrics.map(({ n, isDistinctCount }) => `${isDistinctCount ? "max" : "sum"}(f${n}) as f${n}`).join(", ")
  const valueRows = metrics.map(
    ({ n, storedMetric, isDistinctCount }) =>
      `('${storedMetric}', '${dimensionNames}${isDistinctCount ? "@day" : ""}', ${isMoney(storedMetric)}, g.f${n})`,
  )
  await connection.query(
    `insert into staged_fact (client_id, data_source_id, currency, metric_id, date, dimension_set, dims, value)
     select $1, s.data_source_id, case when v.is_money then s.currency end, v.metric_id, g.date, v.breakdown,
       jsonb_build_object(${dims}), v.value
     from (select ${keys}, ${sums} from incoming_sum group by ${keys}) g
     join jsonb_to_recordset($2) as s (account text, data_source_id text, currency text) using (account)
     cross join lateral (values ${valueRows.join(", ")}) v (metric_id, breakdown, is_money, value)
     where v.value is not null`,
    [clientId, JSON.stringify(sources)],
  )
}
