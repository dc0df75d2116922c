/** What waits to be sent, now or later: nobody has leased it. */
import { type Sql, sql } from "@/prisma/client"

/** For a statement: `phase` is what the index of the queue knows, which no lease touches, so both are asked for. */
export const isPending = (delivery = sql`webhook_delivery`): Sql =>
  sql`(${delivery}.phase = 'open' and ${delivery}.state = 'pending')`
