/** Condition for deliveries that wait to be sent, now or later, and that no process has leased. */
import { type Sql, sql } from "@/prisma/client"

/** Checks both columns: the queue's index has only `phase`, so that a lease does not change the index. */
export const isPending = (delivery = sql`webhook_delivery`): Sql =>
  sql`(${delivery}.phase = 'open' and ${delivery}.state = 'pending')`
