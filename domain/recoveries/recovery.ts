/** Defines a recovery: it sends events of a time range again that an endpoint did not receive, at a limited pace. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { createdAt, timestamp } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { rows, type Sql, sql } from "@/prisma/client"

/** Delivery states that can be recovered. A `pending` delivery waits for its first attempt or a retry. */
export const recoverableStates = ["exhausted", "held", "pending", "cancelled"] as const
/** A recovery is `running` until each of its deliveries was attempted once. */
const recoveryStates = ["running", "completed", "cancelled"] as const

export const recovery = z.object({
  id: id("recovery"),
  webhook_id: id("endpoint"),
  since: timestamp(),
  until: timestamp(),
  states: z.array(z.enum(recoverableStates)),
  event_types: z.array(z.string()).meta({ description: "The event types. Empty for all types." }),
  include_missing: z.boolean(),
  state: z.enum(recoveryStates),
  total: z.int().meta({ description: "The number of deliveries found when the recovery started." }),
  done: z.int().meta({ description: "The number of these deliveries that were scheduled so far." }),
  created_at: createdAt(),
  created_by: z.object({ id: z.string(), name: z.string() }).nullable(),
  ended_at: timestamp().nullable(),
})
export type Recovery = z.infer<typeof recovery>

// Phase and trigger are literals in the text and not parameters, so that Postgres can use the partial index.
const hasUnsent = sql`exists (select from webhook_delivery d where d.team_id = r.team_id and d.recovery_id = r.id
  and d.phase = 'open' and d.trigger = 'recover')`

export const recoveryColumns: Sql = sql`r.id, r.endpoint_id as webhook_id, r.since, r.until, r.states, r.event_types, r.include_missing,
  case when r.state = 'completed' and ${hasUnsent} then 'running' else r.state end as state, r.total, r.done, r.created_at,
  case when r.created_by is not null then json_build_object('id', r.created_by, 'name', coalesce(u.name, 'Someone who left')) end as created_by,
  case when r.state <> 'completed' or not ${hasUnsent} then r.ended_at end as ended_at`

export const recoverySource = sql`webhook_recovery r left join "user" u on u.id = r.created_by`

/** Returns the team's recovery with this id, or throws `resource_not_found`. */
export async function requireRecovery(teamId: string, recoveryId: string): Promise<Recovery> {
  const [found] = await rows(
    recovery,
    sql`select ${recoveryColumns} from ${recoverySource} where r.team_id = ${teamId} and r.id = ${recoveryId}`,
  )
  if (!found) throw notFound("recovery")
  return found
}
