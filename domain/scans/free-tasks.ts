/** Ends the leases of tasks and judgements whose asker is gone: they are asked again at once, and not only when their leases end by themselves. */
import { holderOf, living, ownNumber } from "@/domain/deliveries/lease-holder"
import { log } from "@/domain/log"
import { acrossTeams, rows, sql } from "@/prisma/client"

/** Of the processes that ask, those that hold no lock. For a moment that may be a living one, whose session has just broken. */
export const absentAskers = (): Promise<number[]> =>
  // Across teams: a process works for all of them.
  acrossTeams(async () => {
    const found = await rows<{ number: number }>(
      sql`select distinct number from (${leases}) l where number not in (0, ${ownNumber()}) and number not in (${living})`,
    )
    return found.map(({ number }) => number)
  })

/** Of those of `askers` that are absent now too; returns how many questions they had under way. Whoever carries out the scan finds them within seconds. */
export const freeTasks = (askers: number[]): Promise<number> =>
  acrossTeams(async () => {
    const gone = sql`l.number = any(${askers}::int[]) and l.number not in (${living})`
    const tasks = await rows(sql`
      update scan_task t set due_at = now() from (${leases}) l
      where t.id = l.id and t.lease_token = l.lease_token and ${gone} returning 1`)
    const judgements = await rows(sql`
      update ai_judgement j set due_at = now() from (${leases}) l
      where j.answer_id = l.id and j.lease_token = l.lease_token and ${gone} returning 1`)
    const freed = tasks.length + judgements.length
    if (freed > 0) log.warn({ questions: freed }, "a process is gone; what it asked is asked again")
    return freed
  })

/** `offset 0`: a token is read as a number only where there is one. */
const leases = sql`
  select id, lease_token, ${holderOf(sql`lease_token`)} as number from (
    select id, lease_token from scan_task where status = 'running' and due_at > now()
    union all select answer_id, lease_token from ai_judgement where status = 'running' and due_at > now() offset 0) t`
