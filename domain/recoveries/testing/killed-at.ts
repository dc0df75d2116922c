/** Kills the database connection of some work in the middle of its transaction, as if its process had died there. */
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { expect } from "vitest"
import { disconnect } from "@/prisma/client"

/**
 * Where to kill it: after the deliveries are changed, after the recovery's position is stored, and before any change.
 */
export const killPoints = ["webhook_delivery", "webhook_recovery", "begin"] as const
const halt = 4_711

/** Needs a separate database: for a while, a trigger blocks every write to a table. */
export async function killedAt(place: (typeof killPoints)[number], work: () => Promise<unknown>) {
  const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await client.connect()
  try {
    if (place !== "begin") await client.query(stopWritersOf(place))
    await client.query(place === "begin" ? "begin; lock table webhook_recovery" : `select pg_advisory_lock(${halt})`)
    const done = work().then(
      () => "through",
      () => "died",
    )
    while ((await client.query(terminateWaitingConnection)).rowCount === 0) await sleep(5)
    if (place === "begin") await client.query("rollback")
    expect(await done).toBe("died")
    // Later queries must not get the connection while it is still closing.
    await disconnect()
    if (place !== "begin") await client.query(`drop trigger halting on ${place}`)
  } finally {
    await client.end()
  }
}

const stopWritersOf = (table: string) => `
  create or replace function halt() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(${halt}); return null; end $$;
  create trigger halting after insert or update on ${table} for each statement execute function halt()`

const terminateWaitingConnection = `select pg_terminate_backend(pid) from pg_locks l join pg_database d on d.oid = l.database
  where d.datname = current_database() and not l.granted and l.pid <> pg_backend_pid()`
