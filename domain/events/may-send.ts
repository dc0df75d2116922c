/** SQL conditions that decide whether a team and an endpoint may be sent to. */
import { limitsOf, planNames } from "@/domain/kernel/plans"
import { type Sql, sql } from "@/prisma/client"

/** True if the plan includes webhooks and the team is not suspended. The statement must have the team as `t`. */
export const teamMaySend = (): Sql => sql`(not t.is_suspended and not t.plan = any(${plansWithout()}))`

const plansWithout = () => planNames.filter((plan) => !limitsOf(plan).hasDeveloperAccess)

/** Next state of a delivery that should be sent, with its endpoint as `e`. Only an active endpoint gets requests. */
export const stateToSend = sql`case when e.state = 'active' then 'pending' when e.state = 'deleted' then 'cancelled' else 'held' end`
