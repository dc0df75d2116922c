/** Sets the final state of the benchmark's deliveries, so that the next measurement starts without them. */
import { isPending } from "@/domain/webhooks/endpoint-queue"
import { acrossTeams, rows, type Sql, sql } from "@/prisma/client"

export const cancelPending = () => endDeliveries("cancelled", isPending())

/** Runs across teams, because the deliveries belong to several. */
export const endDeliveries = (state: string, condition: Sql) =>
  acrossTeams(() =>
    rows(
      sql`update webhook_delivery set state = ${state}, lease_token = null, next_attempt_at = null where ${condition}`,
    ),
  )
