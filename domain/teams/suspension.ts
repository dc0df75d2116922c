/** Why a team is suspended: the operator's words, from the log of what operators changed. */
import { Problem } from "@/domain/errors"
import { type Sql, sql } from "@/prisma/client"

/**
 * In SQL, the reason for which the team `t` is suspended now. Null for a team that is open, and where the operator gave no reason.
 * Only work across teams can read the operators' log.
 */
export const suspensionReason: Sql = sql`case when t.is_suspended then (
  select c.after->>'reason' from operator_change c where c.subject_id = t.id and c.action = 'team.suspended'
  order by c.created_at desc, c.id desc limit 1) end`

export const teamSuspended = (reason: string | null | undefined) =>
  new Problem(
    "team_suspended",
    reason
      ? `This team is suspended. The operator's reason: ${reason}`
      : "This team is suspended. Its owner can reach the operator of this service.",
  )
