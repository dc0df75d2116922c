/** Whether a team's plan has webhooks at all, for statements. */
import { limitsOf, planNames } from "@/domain/plans"
import { type Sql, sql } from "@/prisma/client"

/** For a statement that has the team as `t`. */
export const teamMaySend = (): Sql => sql`(not t.is_suspended and not t.plan = any(${plansWithout()}))`

const plansWithout = () => planNames.filter((plan) => !limitsOf(plan).hasDeveloperAccess)

/** Where a delivery that is to be sent lands, for a statement that has its endpoint as `e`: only an active one is sent to. */
export const landing = sql`case when e.state = 'active' then 'pending' when e.state = 'deleted' then 'cancelled' else 'held' end`
