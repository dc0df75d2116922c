/**
 * Ends the leases of tasks and sentiment classifications whose process is gone, so that they run again immediately and not
 * only when the lease expires.
 */
import { holderOf, living, ownNumber } from "@/domain/kernel/lease-holder"
import { log } from "@/domain/kernel/log"
import { acrossTeams, rows, sql } from "@/prisma/client"

/** Returns processes with leases that no longer hold their lock. One may be alive: its database session may just have broken. */
export const absentAskers = (): Promise<number[]> =>
  // Across teams, because a process works for all of them.
  acrossTeams(async () => {
    const found = await rows<{ number: number }>(
      sql`select distinct number from (${leases}) l where number not in (0, ${ownNumber()}) and number not in (${living})`,
    )
    return found.map(({ number }) => number)
  })

/** Frees the leases of those `askers` that are still absent. Returns how many there were. A worker finds the tasks within seconds. */
export const freeTasks = (askers: number[]): Promise<number> =>
  acrossTeams(async () => {
    if (askers.length === 0) return 0
    const gone = sql`l.number = any(${askers}::int[]) and l.number not in (${living})`
    const tasks = await rows(sql`
      update scan_task t set due_at = now() from (${leases}) l
      where t.id = l.id and t.lease_token = l.lease_token and ${gone} returning 1`)
    const classifications = await rows(sql`
      update ai_judgement j set due_at = now() from (${leases}) l
      where j.answer_id = l.id and j.lease_token = l.lease_token and ${gone} returning 1`)
    const freed = tasks.length + classifications.length
    if (freed > 0)
      log.warn({ questions: freed }, "a process ended without releasing its leases; its questions are asked again")
    return freed
  })

/** `offset 0` makes Postgres filter the running rows before it parses their tokens. */
const leases = sql`
  select id, lease_token, ${holderOf(sql`lease_token`)} as number from (
    select id, lease_token from scan_task where status = 'running' and due_at > now()
    union all select answer_id, lease_token from ai_judgement where status = 'running' and due_at > now() offset 0) t`
