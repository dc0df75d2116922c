/**
 * Shows other processes that this process is alive. Each process has a random number, holds an advisory lock on it in
 * Postgres, and writes it into its lease tokens. Postgres releases the lock when the process ends, even after kill -9,
 * so other processes can find the leases of ended processes.
 */
import { randomInt, randomUUID } from "node:crypto"
import { type Sql, sql } from "@/prisma/client"
import { processWide } from "./process-wide"

/** A Postgres session that stays open. Its locks end with it. */
type Session = { query(text: string, values: number[]): Promise<{ rows: { is_held: boolean }[] }> }

const ownProcess = processWide("process-lock", () => ({ number: randomInt(1, 2 ** 31), hasLock: false }))

export const ownProcessNumber = () => ownProcess.number

/**
 * Creates a lease token. Its first 8 hex digits are the number of this process while the process holds its lock,
 * otherwise zeros.
 */
export const createLeaseToken = (number = ownProcess.hasLock ? ownProcess.number : 0) =>
  number.toString(16).padStart(8, "0") + randomUUID().slice(8)

/**
 * Takes the lock in `session`, so that other processes see this one as alive until the session ends. Returns false
 * while an earlier session of this process still holds the lock.
 */
export async function takeProcessLock(session: Session): Promise<boolean> {
  const { rows } = await session.query("select pg_try_advisory_lock($1, $2) as is_held", [
    processLockClass,
    ownProcess.number,
  ])
  ownProcess.hasLock = rows[0]?.is_held ?? false
  return ownProcess.hasLock
}

/** Call when the session that held the lock ends. New lease tokens then contain no process number. */
export function markProcessLockLost() {
  ownProcess.hasLock = false
}

/**
 * The first key of these advisory locks. The second key is the process number. No other advisory lock of Signalbox has
 * two keys.
 */
export const processLockClass = 1_399_223_160

/** Selects the numbers of living processes. `objsubid` is 2 for advisory locks with two keys. */
export const livingProcessNumbers = sql`
  select objid::bigint from pg_locks where locktype = 'advisory' and classid = ${processLockClass}::oid and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())`

/** Extracts the process number from a lease token. */
export const processOfLease = (token: Sql) => sql`('x' || left(${token}::text, 8))::bit(32)::int`
