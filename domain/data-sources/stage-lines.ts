/**
 * Aggregates the lines of a file to facts, once for every stored breakdown. Runs in the database, so memory does not
 * limit the file size.
 */
import type { PoolClient } from "pg"
import { isMoneyBase } from "@/domain/metrics/catalogue"
import { type Cell, copyRows } from "./copy-rows"
import type { Layout } from "./layout"

export type AccountSource = { account: string; data_source_id: string; currency: string }

export async function copyLines(connection: PoolClient, layout: Layout, rows: AsyncIterable<Cell[]>) {
  const dims = layout.dimensions.map((_, n) => `d${n}`)
  const numbers = layout.numbers.map((_, n) => `m${n}`)
  const columns = ["account text", "date date", ...dims.map((d) => `${d} text`), ...numbers.map((m) => `${m} numeric`)]
  await connection.query("DROP TABLE IF EXISTS incoming_line, incoming_cell")
  await connection.query(`CREATE TEMPORARY TABLE incoming_line (${columns.join(", ")})`)
  await copyRows(connection, { table: "incoming_line", columns: ["account", "date", ...dims, ...numbers] }, rows)
  const keys = ["account", "date", ...dims].join(", ")
  const sums = layout.figures.map((figure, n) => `${figure.expression} AS f${n}`)
  await connection.query(`CREATE TEMPORARY TABLE incoming_cell AS
    SELECT ${[keys, ...sums].join(", ")} FROM incoming_line GROUP BY ${keys}`)
  await connection.query("DROP TABLE incoming_line")
}

/**
 * Stores three kinds of breakdown: the daily total, each dimension alone, and all dimensions together. Every other
 * combination is computed from the last one.
 */
export async function stageCells(connection: PoolClient, layout: Layout, clientId: string, sources: AccountSource[]) {
  const all = layout.dimensions.map((_, n) => n)
  const sets = all.length > 1 ? [[], ...all.map((n) => [n]), all] : [[], ...all.map((n) => [n])]
  for (const set of sets) await stageSet(connection, layout, set, { clientId, sources })
  await connection.query("DROP TABLE incoming_cell")
}

type Target = { clientId: string; sources: AccountSource[] }

async function stageSet(connection: PoolClient, layout: Layout, set: number[], { clientId, sources }: Target) {
  const isFinest = set.length === layout.dimensions.length
  const figures = layout.figures
    .map((figure, n) => ({ ...figure, n }))
    // Counts of distinct people cannot be summed. They are stored only at the finest breakdown of the file.
    .filter((figure) => isFinest || !figure.isUnique)
  if (figures.length === 0) return
  const name = set.map((n) => layout.dimensions[n]?.id).join(",")
  const dims = set.map((n) => `'${layout.dimensions[n]?.id}', g.d${n}`).join(", ")
  const keys = ["account", "date", ...set.map((n) => `d${n}`)].join(", ")
  const sums = figures.map(({ n, isUnique }) => `${isUnique ? "max" : "sum"}(f${n}) AS f${n}`).join(", ")
  const values = figures
    .map(({ n, base, isUnique }) => `('${base}', '${name}${isUnique ? "@day" : ""}', ${isMoneyBase(base)}, g.f${n})`)
    .join(", ")
  await connection.query(
    `INSERT INTO staged_fact (client_id, data_source_id, currency, metric_id, date, dimension_set, dims, value)
     SELECT $1, s.data_source_id, CASE WHEN v.is_money THEN s.currency END, v.metric_id, g.date, v.set, jsonb_build_object(${dims}), v.value
     FROM (SELECT ${keys}, ${sums} FROM incoming_cell GROUP BY ${keys}) g
     JOIN jsonb_to_recordset($2) AS s (account text, data_source_id text, currency text) USING (account)
     CROSS JOIN LATERAL (VALUES ${values}) v (metric_id, set, is_money, value)
     WHERE v.value IS NOT NULL`,
    [clientId, JSON.stringify(sources)],
  )
}
