/** Lets one process at a time do work that concerns a whole database, such as applying migrations. */
import pg from "pg"
import { sessionConfig } from "./session-config"

type SessionLock = "signalbox deployment" | "signalbox demo team"

/** SQL for the key of the advisory lock. */
export const sessionLockKey = (lock: SessionLock) => `hashtext('${lock}')`

/**
 * Waits until no other process holds the lock, then runs `work`. The lock belongs to a session of its own, so Postgres
 * releases it when this process ends, even after kill -9.
 */
export async function withSessionLock<Result>(url: string, lock: SessionLock, work: () => Promise<Result>) {
  const session = new pg.Client(sessionConfig(url, { statement_timeout: 0, lock_timeout: 0 }))
  session.on("error", () => {}) // if Postgres stops, `work` fails with the reason
  await session.connect()
  try {
    await session.query(`select pg_advisory_lock(${sessionLockKey(lock)})`)
    return await work()
  } finally {
    await session.end()
  }
}
