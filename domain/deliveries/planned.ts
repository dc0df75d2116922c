/** Runs a statement of the queue, on connections that plan for a long queue (prisma/pool.ts); rows are as those of `rows`. */
import { createHash } from "node:crypto"
import { database, jsonTypes, type Sql } from "@/prisma/client"

export async function planned<Row>(statement: Sql): Promise<Row[]> {
  const { rows } = await database().queue.query(named(statement))
  return rows
}

/** In a transaction that begins with `lock`. */
export async function plannedUnder<Row>(lock: string, statement: Sql): Promise<Row[]> {
  const client = await database().queue.connect()
  try {
    // In one round trip. Where the lock is not had, Postgres refuses the statement, and the commit takes back what there is.
    const [, { rows }] = await Promise.all([
      client.query(`begin; ${lock}`),
      client.query(named(statement)),
      client.query("commit"),
    ])
    client.release()
    return rows
  } catch (error) {
    // Closing the connection rolls back, whatever state it is in.
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
