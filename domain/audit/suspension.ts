/** Reads why a team is suspended, from the log of operator changes. */
import { type Sql, sql } from "@/prisma/client"

/**
 * SQL expression for the reason why the team `t` is suspended. Null for a team that is not suspended, and when the
 * operator gave no reason. The operator log can be read only across teams.
 */
export const suspensionReason: Sql = sql`case when t.is_suspended then (
  select c.after->>'reason' from operator_change c where c.subject_id = t.id and c.action = 'team.suspended'
  order by c.created_at desc, c.id desc limit 1) end`

/** SQL expression for the `teamFacts` of the team `t`, as JSON. */
export const teamFactsJson: Sql = sql`json_build_object('id', t.id, 'slug', t.slug, 'name', t.name, 'plan', t.plan,
  'timezone', t.timezone, 'currency', t.currency, 'is_sample', t.is_sample, 'is_suspended', t.is_suspended,
  'suspension_reason', ${suspensionReason}, 'limits', t.limits)`
