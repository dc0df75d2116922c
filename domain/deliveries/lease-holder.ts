/** Which process a lease belongs to. A living one holds a lock of its number in Postgres, which no kill -9 leaves behind. */
import { randomInt, randomUUID } from "node:crypto"
import { processWide } from "@/domain/process-wide"
import { type Sql, sql } from "@/prisma/client"

/** A session with Postgres that stays open: its locks end with it. */
type Session = { query(text: string, values: number[]): Promise<{ rows: { is_held: boolean }[] }> }

const self = processWide("lease-holder", () => ({ number: randomInt(1, 2 ** 31), isSeen: false }))

export const ownNumber = () => self.number

/** A new lease's token. Its first 8 digits are the number of this process while others can see that it lives, and zeros while not. */
export const leaseToken = (number = self.isSeen ? self.number : 0) =>
  number.toString(16).padStart(8, "0") + randomUUID().slice(8)

/** Others see that this process lives for as long as `session` stands. False: an earlier session of ours has not quite gone. */
export async function showLife(session: Session): Promise<boolean> {
  const { rows } = await session.query("select pg_try_advisory_lock($1, $2) as is_held", [lockClass, self.number])
  self.isSeen = rows[0]?.is_held ?? false
  return self.isSeen
}

/** To be called when that session has ended: what is leased from then on has no holder that could be told to live. */
export function hideLife() {
  self.isSeen = false
}

/** The class of these locks, of which the numbers are the members; no other advisory lock of ours has two keys. */
export const lockClass = 1_399_223_160

/** The numbers of the processes that live. */
export const living = sql`
  select objid::bigint from pg_locks where locktype = 'advisory' and classid = ${lockClass}::oid and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())`

/** The number in the token of a lease. */
export const holderOf = (token: Sql) => sql`('x' || left(${token}::text, 8))::bit(32)::int`
