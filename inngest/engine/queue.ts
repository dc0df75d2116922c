/** The queue of runs in Postgres: claim what is due, keep the claim alive, learn when to look again. */
import { join, rows, sql } from "@/prisma/client"
import type { ClaimedRun } from "./call"

/** Who has not renewed a claim for so long is taken for dead, and its runs are due again. */
export const LEASE_SECONDS = 20

/**
 * Leases up to `wanted` runs that are due, and says how long nothing becomes due by itself (a quarter of a minute at most; what comes in
 * sooner is told). Both in one statement, at one moment: between two of them a run could become due unseen.
 */
export async function claim(functionIds: string[], driven: string[], wanted: number, pid: number) {
  const found = await rows<Partial<ClaimedRun> & { quiet_ms: number | null }>(sql`
    SELECT claimed.*, ceil(extract(epoch FROM next.at - now()) * 1000)::float8 AS quiet_ms
    FROM (SELECT least(
        (SELECT min(due_at) FROM engine_run WHERE state = 'open' AND due_at > now() AND function_id = ANY (${functionIds})),
        (SELECT min(leased_until) FROM engine_run WHERE state = 'open' AND leased_until > now())) AS at) AS next
    LEFT JOIN engine_claim(${functionIds}, ${driven}, ${wanted}::int, ${LEASE_SECONDS}::float8, nullif(${pid}::int, 0))
      AS claimed ON true`)
  const quietMs = Math.max(1, Math.min(found[0]?.quiet_ms ?? MAX_QUIET_MS, MAX_QUIET_MS))
  return { runs: found.filter((row): row is ClaimedRun & { quiet_ms: number } => Boolean(row.id)), quietMs }
}

const MAX_QUIET_MS = 15_000

export function renew(tokens: string[], pid: number) {
  return rows(sql`UPDATE engine_run SET leased_until = now() + make_interval(secs => ${LEASE_SECONDS}::float8), worker_pid = nullif(${pid}::int, 0)
    WHERE lease_token = ANY (${tokens}::uuid[]) AND leased_until > now()`)
}

/** Gives runs back before their time, for others to go on with. */
export async function giveBack(tokens: string[]) {
  if (tokens.length === 0) return
  const given = join(tokens.map((token) => sql`${token}::uuid`))
  await rows(sql`WITH given AS (
      UPDATE engine_run SET lease_token = NULL, leased_until = NULL WHERE lease_token IN (${given}) RETURNING id
    ) SELECT pg_notify('engine_due', '') FROM given LIMIT 1`)
}

/** Runs whose process left no trace but a lease: its session with the database is gone. A newcomer need not wait for the lease. */
export function takeFromTheDead() {
  return rows(sql`UPDATE engine_run SET lease_token = NULL, leased_until = NULL
    WHERE state = 'open' AND leased_until > now() AND worker_pid NOT IN (SELECT pid FROM pg_stat_activity)`)
}
