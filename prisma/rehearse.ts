/**
 * Runs work in a transaction that is always rolled back, to show what a change would do. Transactions inside become
 * savepoints. A notification of Postgres is only sent by a commit, so nothing outside the database happens either.
 */
import "server-only"
import type { PoolClient } from "pg"
import { database } from "./client"

/** Call inside a team's scope. All statements of `work` share one connection, so they run one after another. */
export async function rehearse<T>(work: () => Promise<T>): Promise<T> {
  const { pool } = database()
  const client = await pool.connect()
  try {
    await client.query("begin")
    return await pool.scope.run({ team: "", ...pool.scope.getStore(), held: nested(client) }, work)
  } finally {
    const failure = await client.query("rollback").then(
      () => undefined,
      (error: Error) => error,
    )
    client.release(failure)
  }
}

const savepoint = {
  BEGIN: "savepoint rehearsal",
  COMMIT: "release savepoint rehearsal",
  ROLLBACK: "rollback to savepoint rehearsal",
} as const

/** The connection for one checkout: it is not released, and its transactions are savepoints. */
function nested(client: PoolClient): PoolClient {
  const inside = Object.create(client) as PoolClient
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const run = (statement: string | { text: string }, ...more: unknown[]) => {
    const text = typeof statement === "string" ? statement : statement.text
    const replaced = savepoint[text.trim().toUpperCase() as keyof typeof savepoint]
    return query(replaced ?? statement, ...more)
  }
  return Object.assign(inside, { query: run, release: () => {} })
}
