/**
 * Runs work in a transaction that is always rolled back, to show the result of a change without making it. Transactions
 * inside become savepoints. Postgres sends notifications only on commit, so no other process acts on the change.
 */
import "server-only"
import type { PoolClient } from "pg"
import { database } from "./client"

/** Call inside a team's scope. All statements of `work` share one connection, so they run one after another. */
export async function dryRun<T>(work: () => Promise<T>): Promise<T> {
  const { pool } = database()
  const client = await pool.connect()
  try {
    await client.query("begin")
    return await pool.scope.run({ team: "", ...pool.scope.getStore(), dryRunClient: withSavepoints(client) }, work)
  } finally {
    const failure = await client.query("rollback").then(
      () => undefined,
      (error: Error) => error,
    )
    client.release(failure)
  }
}

const savepointStatements = {
  BEGIN: "savepoint dry_run",
  COMMIT: "release savepoint dry_run",
  ROLLBACK: "rollback to savepoint dry_run",
} as const

/** Wraps the connection for code that checks one out: `release` does nothing, and transactions become savepoints. */
function withSavepoints(client: PoolClient): PoolClient {
  const wrapped = Object.create(client) as PoolClient
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const run = (statement: string | { text: string }, ...more: unknown[]) => {
    const text = typeof statement === "string" ? statement : statement.text
    const replaced = savepointStatements[text.trim().toUpperCase() as keyof typeof savepointStatements]
    return query(replaced ?? statement, ...more)
  }
  return Object.assign(wrapped, { query: run, release: () => {} })
}
