/** The queue of runs in Postgres: claims due runs, renews and releases leases, and computes when to look again. */
import { join, rows, sql } from "@/prisma/client"
import type { ClaimedRun } from "./call"

/** A process that has not renewed a lease for this long counts as ended, and its runs are due again. */
export const LEASE_SECONDS = 20

/**
 * Leases up to `limit` due runs. `nextDueInMs` is the time until the next run becomes due, at most 15 s; new runs are
 * announced by NOTIFY. One statement does both, so no run can become due unseen between two statements.
 */
export async function claim(functionIds: string[], runningIds: string[], limit: number, pid: number) {
  const found = await rows<Partial<ClaimedRun> & { next_due_in_ms: number | null }>(sql`
    SELECT claimed.*, ceil(extract(epoch FROM next.at - now()) * 1000)::float8 AS next_due_in_ms
    FROM (SELECT least(
        (SELECT min(due_at) FROM engine_run WHERE state = 'open' AND due_at > now() AND function_id = ANY (${functionIds})),
        (SELECT min(leased_until) FROM engine_run WHERE state = 'open' AND leased_until > now())) AS at) AS next
    LEFT JOIN engine_claim(${functionIds}, ${runningIds}, ${limit}::int, ${LEASE_SECONDS}::float8, nullif(${pid}::int, 0))
      AS claimed ON true`)
  const nextDueInMs = Math.max(1, Math.min(found[0]?.next_due_in_ms ?? MAX_WAIT_MS, MAX_WAIT_MS))
  return { runs: found.filter((row): row is ClaimedRun & { next_due_in_ms: number } => Boolean(row.id)), nextDueInMs }
}

const MAX_WAIT_MS = 15_000

export function renew(tokens: string[], pid: number) {
  return rows(sql`UPDATE engine_run SET leased_until = now() + make_interval(secs => ${LEASE_SECONDS}::float8), worker_pid = nullif(${pid}::int, 0)
    WHERE lease_token = ANY (${tokens}::uuid[]) AND leased_until > now()`)
}

/** Releases leases early, so that other processes can continue the runs. */
export async function releaseLeases(tokens: string[]) {
  if (tokens.length === 0) return
  const leases = join(tokens.map((token) => sql`${token}::uuid`))
  await rows(sql`WITH released AS (
      UPDATE engine_run SET lease_token = NULL, leased_until = NULL WHERE lease_token IN (${leases}) RETURNING id
    ) SELECT pg_notify('engine_due', '') FROM released LIMIT 1`)
}

/**
 * Releases the runs of processes whose database session is gone. Called at startup, so that a new process does not wait
 * for their leases to expire.
 */
export function releaseLeasesOfEndedProcesses() {
  return rows(sql`UPDATE engine_run SET lease_token = NULL, leased_until = NULL
    WHERE state = 'open' AND leased_until > now() AND worker_pid NOT IN (SELECT pid FROM pg_stat_activity)`)
}
