/** Runs a queue statement on connections that plan for a long queue (prisma/pool.ts). Returns rows like `rows`. */
import { createHash } from "node:crypto"
import { database, jsonTypes, type Sql } from "@/prisma/client"

export async function planned<Row>(statement: Sql): Promise<Row[]> {
  const { rows } = await database().queue.query(named(statement))
  return rows
}

/** Runs the statement in a transaction that first takes `lock`. */
export async function plannedUnder<Row>(lock: string, statement: Sql): Promise<Row[]> {
  const client = await database().queue.connect()
  try {
    // All three go out in one round trip. If the lock fails, Postgres rejects the statement and the commit becomes a rollback.
    const [, { rows }] = await Promise.all([
      client.query(`begin; ${lock}`),
      client.query(named(statement)),
      client.query("commit"),
    ])
    client.release()
    return rows
  } catch (error) {
    // Closing the connection rolls back in any state of the transaction.
    client.release(true)
    throw error
  }
}

const named = ({ text, values }: Sql) => ({
  name: createHash("sha1").update(text).digest("base64url"),
  text,
  values,
  types: jsonTypes,
})
