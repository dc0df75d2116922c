/** Writes many rows into a table with COPY, the fastest way to load data into Postgres. */
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { PoolClient } from "pg"
import { from as copyFrom } from "pg-copy-streams"
import { database, inTeamWithLimit } from "@/prisma/client"

export type ColumnValue = string | number | null

/** Streams the rows, so a long file is never in memory as a whole. */
export async function copyRows(
  connection: PoolClient,
  into: { table: string; columns: string[] },
  rows: AsyncIterable<ColumnValue[]> | Iterable<ColumnValue[]>,
) {
  const stream = connection.query(copyFrom(`copy ${into.table} (${into.columns.join(", ")}) from stdin`))
  await pipeline(Readable.from(chunks(rows)), stream)
}

/**
 * Runs `work` on a dedicated connection of the team, for temporary tables and transactions. Drops the temporary tables
 * at the end. A statement may take an hour, because Postgres responds only when it has summed or stored all rows.
 */
export const withConnection = <T>(teamId: string, work: (connection: PoolClient) => Promise<T>): Promise<T> =>
  inTeamWithLimit(teamId, maxStatementMs, async () => {
    const connection = await database().pool.connect()
    try {
      await connection.query(`set statement_timeout = ${maxStatementMs}`)
      const result = await work(connection)
      await connection.query("reset statement_timeout")
      await connection.query("discard temporary")
      connection.release()
      return result
    } catch (error) {
      connection.release(true) // Closes the connection, which rolls back an open transaction.
      throw error
    }
  })

const maxStatementMs = 3_600_000

/**
 * Runs `work` in a transaction, which ends with `end`: `rollback` stores nothing. If `work` fails, the caller's
 * `withConnection` closes the connection, which rolls it back.
 */
export async function inTransaction<T>(
  connection: PoolClient,
  work: () => Promise<T>,
  end: "commit" | "rollback" = "commit",
): Promise<T> {
  await connection.query("begin")
  const result = await work()
  await connection.query(end)
  return result
}

/** In characters. */
const chunkLength = 64 * 1_024

async function* chunks(rows: AsyncIterable<ColumnValue[]> | Iterable<ColumnValue[]>) {
  let chunk = ""
  for await (const row of rows) {
    chunk += `${row.map(encodeValue).join("\t")}\n`
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ""
  }
  if (chunk) yield chunk
}

const escapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" }
const encodeValue = (value: ColumnValue) =>
  value === null ? "\\N" : String(value).replace(/[\\\t\n\r]/g, (c) => escapes[c] ?? c)
