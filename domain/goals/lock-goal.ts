/** Locks a goal and its client, so that concurrent changes run one after the other. */
import { lockClient, requireNotArchived } from "@/domain/clients/settings"
import { notFound } from "@/domain/kernel/errors"
import { type Prisma, rowsIn, sql } from "@/prisma/client"
import { storedGoal } from "./goal"

const lockedGoal = storedGoal.omit({ created_at: true }).extend({ restores_to: storedGoal.shape.status.nullable() })

/** Throws `resource_not_found` when the team has no such goal, and `state_conflict` when its client is archived. */
export async function lockGoal(tx: Prisma.TransactionClient, team_id: string, goal_id: string) {
  const owner = await tx.goal.findFirst({ where: { team_id, id: goal_id }, select: { client_id: true } })
  const client = owner && (await lockClient(tx, team_id, owner.client_id))
  if (!client) throw notFound("goal")
  requireNotArchived(client)
  const [found] = await rowsIn(
    tx,
    lockedGoal,
    sql`select g.id, g.client_id, g.metric_id as metric, g.filter, g.period, g.starts_on::text, g.ends_on::text, g.comparator,
        g.target::float8, g.status, g.restores_to from goal g where g.team_id = ${team_id} and g.id = ${goal_id} for update`,
  )
  if (!found) throw notFound("goal")
  return found
}
