/** Reads why a team is suspended, from the log of operator changes. */
import { type Sql, sql } from "@/prisma/client"

/**
 * SQL expression for the reason why the team `t` is suspended. Null for a team that is not suspended, and when the
 * operator gave no reason. The operator log can be read only across teams.
 */
export const suspensionReason: Sql = sql`case when t.is_suspended then (
  select c.after->>'reason' from operator_change c where c.subject_id = t.id and c.action = 'team.suspended'
  order by c.created_at desc, c.id desc limit 1) end`
