/**
 * Identifies the process that holds a lease. A living process holds an advisory lock on its number in Postgres. The lock ends
 * with the process, even after kill -9.
 */
import { randomInt, randomUUID } from "node:crypto"
import { type Sql, sql } from "@/prisma/client"
import { processWide } from "./process-wide"

/** A Postgres session that stays open. Its locks end with it. */
type Session = { query(text: string, values: number[]): Promise<{ rows: { is_held: boolean }[] }> }

const self = processWide("lease-holder", () => ({ number: randomInt(1, 2 ** 31), isSeen: false }))

export const ownNumber = () => self.number

/** Creates a lease token. Its first 8 hex digits are the number of this process while the process holds its lock, otherwise zeros. */
export const leaseToken = (number = self.isSeen ? self.number : 0) =>
  number.toString(16).padStart(8, "0") + randomUUID().slice(8)

/**
 * Takes the lock in `session`, so that other processes see this one as alive until the session ends. Returns false while an
 * earlier session of this process still holds the lock.
 */
export async function showLife(session: Session): Promise<boolean> {
  const { rows } = await session.query("select pg_try_advisory_lock($1, $2) as is_held", [lockClass, self.number])
  self.isSeen = rows[0]?.is_held ?? false
  return self.isSeen
}

/** Call when that session has ended. New leases then name no process, because others could not see that this one is alive. */
export function hideLife() {
  self.isSeen = false
}

/** First key of these advisory locks; the process number is the second key. No other advisory lock of Signalbox has two keys. */
export const lockClass = 1_399_223_160

/** Selects the numbers of living processes. */
export const living = sql`
  select objid::bigint from pg_locks where locktype = 'advisory' and classid = ${lockClass}::oid and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())`

/** Extracts the process number from a lease token. */
export const holderOf = (token: Sql) => sql`('x' || left(${token}::text, 8))::bit(32)::int`
