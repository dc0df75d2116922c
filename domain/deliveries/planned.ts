/** Runs a statement of the queue, on connections that plan for a long queue (prisma/pool.ts). */
import { createHash } from "node:crypto"
import { database, type Sql } from "@/prisma/client"

/** The first row. */
export async function planned<Row>(statement: Sql): Promise<Row> {
  const { rows } = await database().queue.query(named(statement))
  return rows[0]
}

/** The first row, in a transaction that begins with `lock`. */
export async function plannedUnder<Row>(lock: string, statement: Sql): Promise<Row> {
  const client = await database().queue.connect()
  try {
    // In one round trip. Where the lock is not had, Postgres refuses the statement, and the commit takes back what there is.
    const [, { rows }] = await Promise.all([
      client.query(`begin; ${lock}`),
      client.query(named(statement)),
      client.query("commit"),
    ])
    client.release()
    return rows[0]
  } catch (error) {
    // Closing the connection rolls back, whatever state it is in.
    client.release(true)
    throw error
  }
}

const named = ({ text, values }: Sql) => ({ name: createHash("sha1").update(text).digest("base64url"), text, values })
