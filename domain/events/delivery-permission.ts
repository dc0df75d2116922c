/**
 * SQL expressions that decide whether a delivery may be sent now: the plan of its team and the state of its endpoint.
 */
import { limitsOf, planNames } from "@/domain/kernel/plans"
import { type Sql, sql } from "@/prisma/client"

/** Condition: the plan of team `t` includes webhooks, and the team is not suspended. */
export const teamMaySend = (): Sql => sql`(not t.is_suspended and not t.plan = any(${plansWithoutDeveloperAccess()}))`

const plansWithoutDeveloperAccess = () => planNames.filter((plan) => !limitsOf(plan).hasDeveloperAccess)

/**
 * The state of a delivery that must still be sent: `pending` at an active endpoint `e`, `cancelled` at a deleted one,
 * and `held` at a paused or disabled one.
 */
export const stateByEndpoint = sql`case when e.state = 'active' then 'pending' when e.state = 'deleted' then 'cancelled' else 'held' end`
