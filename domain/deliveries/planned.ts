/** Runs a statement of the queue by a plan that does not depend on what Postgres believed of the tables when it made it. */
import { createHash } from "node:crypto"
import { database, type Sql } from "@/prisma/client"

/**
 * The first row, in a transaction of its own. `before` comes first in it: locks and settings, as plain SQL. A queue is empty at one
 * moment and long at the next, and a plan is kept for as long as nobody counts the rows: it must be the one for a long queue.
 */
export async function planned<Row>({ text, values }: Sql, before = ""): Promise<Row> {
  const client = await database().pool.connect()
  try {
    await client.query(`begin; ${settings}; ${before}`)
    const name = createHash("sha1").update(text).digest("base64url")
    const { rows } = await client.query({ name: `planned-${name}`, text, values })
    await client.query("commit")
    client.release()
    return rows[0]
  } catch (error) {
    // Closing the connection rolls back, whatever state it is in.
    client.release(true)
    throw error
  }
}

/** A bitmap of an index reads again and again what has left the queue; a scan marks it as dead, and the next one passes it by. */
const settings = `select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
  set_config('jit', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`
