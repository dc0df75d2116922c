/**
 * Ends the leases of tasks and sentiment classifications that no process works on: leases of processes that are gone,
 * and leases whose claim lost its response. The next claim finds them expired and asks their questions again. Without
 * this, the questions would wait until the leases expire by themselves, up to five minutes.
 */
import { z } from "zod"
import { log } from "@/domain/kernel/log"
import { livingProcessNumbers, ownProcessNumber, processOfLease } from "@/domain/kernel/process-lock"
import { acrossTeams, rows, sql } from "@/prisma/client"
import { releaseExpiredClassifications } from "./classification-queue"
import { releaseExpiredLeasesOfSkipped, trackedLeases } from "./tasks"

/**
 * Returns the numbers of processes that have leases but no heartbeat. Such a process may be alive, with a broken
 * database connection. Check again before releasing its leases. Leases with the number 0 name no process, so they end
 * only when they expire.
 */
export const absentScanProcesses = (): Promise<number[]> =>
  // Across teams, because a process works for all of them.
  acrossTeams(async () => {
    const found = await rows(
      numberRow,
      sql`select distinct number from (${leases}) lease where number not in (0, ${ownProcessNumber()}) and number not in (${livingProcessNumbers})`,
    )
    return found.map(({ number }) => number)
  })

/**
 * Ends the leases of those `processes` that are still absent, and the untracked leases of this process (`trackedLeases`
 * in tasks.ts). Returns how many there were. A worker finds the tasks within seconds. Also counts the expired leases of
 * skipped tasks and of classifications as requests without a known cost. Across teams, because a process works for all
 * of them.
 */
export const expireAbandonedLeases = (processes: number[]): Promise<number> =>
  acrossTeams(async () => {
    await releaseExpiredLeasesOfSkipped()
    await releaseExpiredClassifications()
    const untracked = await untrackedLeases()
    if (processes.length === 0 && untracked.length === 0) return 0
    const isAbandoned = sql`(lease.number = any(${processes}::int[]) and lease.number not in (${livingProcessNumbers}) or lease.lease_token::text = any(${untracked}::text[]))`
    const tasks = await rows(sql`
      update scan_task t set due_at = now() from (${leases}) lease
      where t.id = lease.id and t.lease_token = lease.lease_token and ${isAbandoned} returning 1`)
    const classifications = await rows(sql`
      update ai_judgement j set due_at = now() from (${leases}) lease
      where j.answer_id = lease.id and j.lease_token = lease.lease_token and ${isAbandoned} returning 1`)
    const expired = tasks.length + classifications.length
    if (expired > 0)
      log.warn({ questions: expired }, "ended leases whose process or claim is gone; their questions are asked again")
    return expired
  })

/**
 * The untracked leases of this process: those of claims whose response was lost. A claim tracks its token before it
 * leases. So the order matters: read the leases first, then the tracked tokens.
 */
async function untrackedLeases(): Promise<string[]> {
  const own = await rows(
    tokenRow,
    sql`select distinct lease_token::text from (${leases}) lease where number = ${ownProcessNumber()}`,
  )
  const tracked = trackedLeases()
  return own.map(({ lease_token }) => lease_token).filter((token) => !tracked.has(token))
}

/** `offset 0` makes Postgres filter the leased rows before it parses their tokens. */
const leases = sql`
  select id, lease_token, ${processOfLease(sql`lease_token`)} as number from (
    select id, lease_token from scan_task where lease_token is not null and due_at > now()
    union all select answer_id, lease_token from ai_judgement where lease_token is not null and due_at > now() offset 0) leased_row`

const numberRow = z.object({ number: z.number() })
const tokenRow = z.object({ lease_token: z.string() })
