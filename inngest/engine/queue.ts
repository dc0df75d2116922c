/** The queue of runs in Postgres: claims due runs, renews and releases leases, and computes when to look again. */
import { z } from "zod"
import { join, rows, sql } from "@/prisma/client"
import { claimedRun } from "./call"

/** A process that has not renewed a lease for this long counts as ended, and its runs are due again. */
export const leaseSeconds = 20

const dueRow = z.object({ next_due_in_ms: z.number().nullable() })
/** The row of a claim that finds no due run: `left join` fills the columns of the run with nulls. */
const nothingClaimed = z.object({
  id: z.null(),
  function_id: z.null(),
  attempt: z.null(),
  lease_token: z.null(),
  event: z.null(),
  steps: z.null(),
})
const claimRow = z.union([claimedRun.extend(dueRow.shape), nothingClaimed.extend(dueRow.shape)])

/**
 * Leases up to `limit` due runs. `nextDueInMs` is the time until the next run becomes due, at most 15 s; new runs are
 * announced by NOTIFY. One statement does both, so no run can become due unseen between two statements.
 *
 * `runningIds`: runs that this process executes, which must not be leased again even if their lease has expired. `pid`:
 * the Postgres backend of the listener, 0 while it is disconnected.
 */
export async function claim(functionIds: string[], runningIds: string[], limit: number, pid: number) {
  const found = await rows(
    claimRow,
    sql`
      select claimed.*, ceil(extract(epoch from next.at - now()) * 1000)::float8 as next_due_in_ms
      from (select least(
          (select min(due_at) from engine_run where state = 'open' and due_at > now() and function_id = any (${functionIds})),
          (select min(leased_until) from engine_run where state = 'open' and leased_until > now())) as at) as next
      left join engine_claim(${functionIds}, ${runningIds}, ${limit}::int, ${leaseSeconds}::float8, nullif(${pid}::int, 0))
        as claimed on true`,
  )
  const nextDueInMs = Math.max(1, Math.min(found[0]?.next_due_in_ms ?? maxWaitMs, maxWaitMs))
  return { runs: found.filter((row) => row.id !== null), nextDueInMs }
}

const maxWaitMs = 15_000

/** Extends the leases that have not expired. `pid` as in `claim`. */
export function renew(tokens: string[], pid: number) {
  return rows(sql`update engine_run set leased_until = now() + make_interval(secs => ${leaseSeconds}::float8), worker_pid = nullif(${pid}::int, 0)
    where lease_token = any (${tokens}::uuid[]) and leased_until > now()`)
}

/** Releases leases early, so that other processes can continue the runs. */
export async function releaseLeases(tokens: string[]) {
  if (tokens.length === 0) return
  const leases = join(tokens.map((token) => sql`${token}::uuid`))
  await rows(sql`with released as (
      update engine_run set lease_token = null, leased_until = null where lease_token in (${leases}) returning id
    ) select pg_notify('engine_due', '') from released limit 1`)
}

/**
 * Releases the runs of processes whose database session has ended. Called at startup, so that a new process does not
 * wait for their leases to expire.
 */
export function releaseLeasesOfEndedProcesses() {
  return rows(sql`update engine_run set lease_token = null, leased_until = null
    where state = 'open' and leased_until > now() and worker_pid not in (select pid from pg_stat_activity)`)
}
